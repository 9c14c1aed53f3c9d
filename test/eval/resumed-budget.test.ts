import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GatewayProblem } from '../../core/client/gateway-problem.ts';
import type { PromptResponse } from '../../core/generated/prompt-response.ts';
import type { QuoteResponse } from '../../core/generated/quote-response.ts';
import { askThenCompare } from '../../core/eval/migrate/ask-then-compare.ts';
import { askOnce } from '../../core/eval/run/ask-once.ts';
import type { GatewayClient } from '../../core/eval/run/gateway-client.ts';
import type { RowRunner } from '../../core/eval/run/row-runner.ts';
import { openRunFile } from '../../core/eval/run/run-file.ts';
import { runRows, type RunEnd } from '../../core/eval/run/run-rows.ts';
import type { Suite } from '../../core/board/run-lines.ts';
import type { Row } from '../../core/eval/suite/suite.ts';
import { sampleResult } from '../support/samples/sample-response.ts';
import { sampleResponse } from '../support/samples/sample-run.ts';

const SUITE: Suite = { name: 's', models: ['old', 'new'], judges: ['judge'], baseline: 'old' };
const QUOTE: QuoteResponse = {
  creditsExpected: 1,
  creditsRequired: 1,
  creditsAtMost: 1,
  calls: { models: 1, judges: 2, total: 3 },
  models: [],
  judges: [],
};
const { signal } = new AbortController();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-budget-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Every request costs one credit. */
interface ScriptedClient {
  readonly client: GatewayClient;
  /** What was begun. */
  readonly startedPrompts: string[];
}

interface Script {
  /** Of the answers. */
  readonly models: readonly string[];
  readonly follow?: () => void;
  /** @returns what the request holds, if not one credit. */
  readonly quote?: (prompt: unknown) => Promise<number | undefined>;
}

function scriptedClient({ models, follow, quote }: Script): ScriptedClient {
  const startedPrompts: string[] = [];
  const unexpected = (): never => {
    throw new Error('nobody asks for this');
  };
  const client: GatewayClient = {
    models: unexpected,
    balance: unexpected,
    prompts: unexpected,
    record: unexpected,
    async quote({ prompt }) {
      return { ...QUOTE, creditsRequired: (await quote?.(prompt)) ?? 1 };
    },
    async start({ prompt }) {
      const text = JSON.stringify(prompt);
      startedPrompts.push(text);
      return `id of ${text}`;
    },
    async follow(): Promise<PromptResponse> {
      follow?.();
      return sampleResponse({ models, creditsUsed: 1 });
    },
  };
  return { client, startedPrompts };
}

interface ResumedRun {
  readonly runner: RowRunner;
  readonly client: GatewayClient;
  readonly rows: readonly Row[];
  /** Rows that an earlier sitting sent. */
  readonly sent: readonly string[];
  readonly budget: number;
  readonly concurrency: number;
}

async function resume({ sent, ...run }: ResumedRun): Promise<RunEnd> {
  const path = join(folder, 'run.jsonl');
  const file = await openRunFile(path, () => ({
    type: 'run',
    version: 1,
    run: 'r',
    name: 's',
    startedAt: 'now',
    suite: SUITE,
    prompts: { count: run.rows.length, digest: '' },
  }));
  for (const row of sent) await file.append({ type: 'sent', row, promptLogId: `id of ${row}`, at: 'now' });
  await file.close();
  const reopenedFile = await openRunFile(path, () => file.head);
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  const end = await runRows({ ...run, suite: SUITE, file: reopenedFile, signal, clock, progress: () => {} });
  await reopenedFile.close();
  return end;
}

const rowsOf = (...ids: readonly string[]): readonly Row[] =>
  ids.map((id) => ({ id, prompt: id, tags: [], logged: sampleResult({ modelId: 'old' }) }));

describe('the budget of a run that goes on', () => {
  it('counts every answer that was sent before a comparison begins', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const successors = scriptedClient({ models: ['new'] });
    const judges = scriptedClient({ models: ['old', 'new'] });
    const end = await resume({
      runner: askThenCompare(SUITE, judges.client),
      client: successors.client,
      rows: rowsOf(...ids, 'g'),
      sent: ids,
      budget: 8,
      concurrency: 1,
    });
    // Six answers were sent, so two comparisons are left.
    expect(judges.startedPrompts).toHaveLength(2);
    expect(successors.startedPrompts).toEqual([]);
    expect(end).toEqual({ rowsLeft: 5, creditsUsed: 8, largestRefusal: 1 });
  });

  it('counts what was sent although its quote would come late', async () => {
    const { client, startedPrompts } = scriptedClient({
      models: SUITE.models,
      async quote(prompt) {
        if (prompt === 'a') await new Promise((resolve) => setImmediate(resolve));
        return undefined;
      },
    });
    const end = await resume({
      runner: askOnce(SUITE),
      client,
      rows: rowsOf('a', 'b'),
      sent: ['a'],
      budget: 1.5,
      concurrency: 2,
    });
    expect(startedPrompts).toEqual([]);
    expect(end).toEqual({ rowsLeft: 1, creditsUsed: 1, largestRefusal: 1 });
  });

  it('also bounds what the gateway has voided and must be sent again', async () => {
    const voidedProblem = new GatewayProblem({ status: 409, code: 'request-voided', title: 'voided' });
    const { client, startedPrompts } = scriptedClient({
      models: SUITE.models,
      follow() {
        throw voidedProblem;
      },
    });
    const end = await resume({
      runner: askOnce(SUITE),
      client,
      rows: rowsOf('a'),
      sent: ['a'],
      budget: 0.5,
      concurrency: 1,
    });
    expect(startedPrompts).toEqual([]);
    expect(end).toEqual({ rowsLeft: 1, creditsUsed: 0, largestRefusal: 1 });
  });

  it('names a hold that no row it refused exceeds', async () => {
    const sitting = { rows: rowsOf('a', 'b'), sent: [], budget: 3, concurrency: 2 };
    const once = scriptedClient({ models: SUITE.models, quote: async (prompt) => (prompt === 'a' ? 5 : 4) });
    const terms = { runner: askOnce(SUITE), client: once.client };
    expect(await resume({ ...terms, ...sitting })).toMatchObject({ rowsLeft: 2, largestRefusal: 5 });
    // The answer of b is there, and its comparison holds less than the answer of a.
    const successors = scriptedClient({ models: ['new'], quote: async (prompt) => (prompt === 'a' ? 5 : 1) });
    const judges = scriptedClient({ models: SUITE.models, quote: async () => 4 });
    const comparison = { runner: askThenCompare(SUITE, judges.client), client: successors.client };
    expect(await resume({ ...comparison, ...sitting })).toEqual({
      rowsLeft: 2,
      creditsUsed: 1,
      largestRefusal: 5,
    });
  });
});
