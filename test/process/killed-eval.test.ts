import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRunLine, type RunLine } from '../../core/console/board/read-run.js';
import { judgeReply } from '../sandbox/judge/judge-reply.ts';
import { eventually } from '../support/eventually.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../support/gateways/test-gateway.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROMPTS = 60;
const MODELS = ['gpt-5.4', 'claude-sonnet-4-6', 'gemini-3.5-flash', 'mistral-large-2512'];
const JUDGES = ['claude-opus-4-7', 'grok-4.5'];
/** Each judge reads each of the six pairs in both orders. */
const CALLS = PROMPTS * (MODELS.length + JUDGES.length * 6 * 2);
const KILLED_AT = [8, 25, 44];
const CREDITS = 100_000;

let gateway: TestGateway;
let account: TestAccount;
let folder: string;

beforeAll(async () => {
  gateway = await startTestGateway({
    sandbox: {
      reply(call) {
        const judged = judgeReply(call);
        return judged && { content: judged.content };
      },
    },
  });
  account = await gateway.account(CREDITS, { requestsPerMinute: 100_000 });
  folder = mkdtempSync(join(tmpdir(), 'assay-eval-'));
  const rows = Array.from({ length: PROMPTS }, (_none, place) =>
    JSON.stringify({ prompt: `Question ${place} of many.` }),
  );
  writeFileSync(join(folder, 'prompts.jsonl'), `${rows.join('\n')}\n`);
  writeFileSync(
    join(folder, 'suite.yaml'),
    JSON.stringify({
      name: 'killed',
      prompts: 'prompts.jsonl',
      models: MODELS,
      judges: JUDGES,
      concurrency: 6,
    }),
  );
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

function startRun(): ChildProcess {
  const words = [join(ROOT, 'core/cli.ts'), 'eval', 'run', 'suite.yaml', '--url', gateway.url, '--json'];
  return spawn(process.execPath, words, {
    cwd: folder,
    env: { ASSAY_KEY: account.key },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function lines(): readonly RunLine[] {
  const path = join(folder, 'runs/killed.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => readRunLine(line) ?? []);
}

function answered(): readonly string[] {
  return lines().flatMap((line) => (line.type === 'answer' ? [line.row] : []));
}

describe('a run that is killed three times', () => {
  it('has every answer once, and every call was made and paid for once', async () => {
    for (const count of KILLED_AT) {
      const child = startRun();
      const ended = once(child, 'exit');
      await eventually(() => expect(answered().length).toBeGreaterThanOrEqual(count));
      child.kill('SIGKILL');
      expect((await ended)[1]).toBe('SIGKILL');
      expect(answered().length).toBeLessThan(PROMPTS);
    }
    const [code] = await once(startRun(), 'exit');
    expect(code).toBe(0);

    const rows = answered();
    expect(rows).toHaveLength(PROMPTS);
    expect(new Set(rows).size).toBe(PROMPTS);
    const upstreamCalls = [...gateway.upstream.callCounts().values()].reduce((sum, count) => sum + count, 0);
    const usage = await gateway.admin((ledger) => ledger.usage({ by: 'account', fromMs: 0, toMs: 1e14 }));
    expect(usage.map(({ calls }) => calls)).toEqual([CALLS]);
    expect(upstreamCalls).toBe(CALLS);
    const charged = lines().reduce(
      (sum, line) => sum + (line.type === 'answer' ? Math.round(line.response.creditsUsed * 1e6) : 0),
      0,
    );
    expect(await account.balance()).toEqual({ posted: CREDITS * 1e6 - charged, reserved: 0 });
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });
});
