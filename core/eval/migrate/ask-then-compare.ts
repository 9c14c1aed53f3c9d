import type { JsonObject } from '../../contract.ts';
import type { PromptResponse, Result } from '../../generated/prompt-response.ts';
import type { GatewayClient } from '../run/gateway-client.ts';
import { quoteBodies, type QuotedBody, type RowsQuote } from '../run/quote-rows.ts';
import type { AskMeans, RowAsking } from '../run/row-asking.ts';
import { pairsWith, rowBody } from '../run/row-body.ts';
import {
  creditsOf,
  fetchRow,
  idempotencyKeyOf,
  sendRow,
  type RowEnd,
  type SentRow,
} from '../run/send-row.ts';
import type { Suite } from '../../board/run-lines.ts';
import type { Row } from '../suite/suite.ts';

/**
 * Asks the successors alone, then has the judges compare their answers with the logged one of the baseline, which is the
 * first of the suite's models. A row's answer is as if one request had done both.
 * @param comparing sends to `/compare`.
 */
export function askThenCompare(suite: Suite, comparing: GatewayClient): RowAsking {
  /** What the successors answered, of rows that are not compared yet. */
  const answered = new Map<string, PromptResponse>();
  return {
    async quote(rows, { client, file, ...persistence }) {
      const unasked = rows.filter(({ id }) => !file.sent.has(id));
      const asked = await quoteBodies(unasked, (row) => successorsBody(suite, row), {
        client,
        ...persistence,
      });
      // The successors' answers are not there yet; the baseline's are about as long.
      const likely = (row: Row): QuotedBody => ({
        body: compareBody(
          suite,
          row,
          suite.models.map(() => row.logged?.output ?? ''),
        ),
      });
      const uncompared = rows.filter(({ id }) => !file.compared.has(id));
      const compared = await quoteBodies(uncompared, likely, { client: comparing, ...persistence });
      return addUp(asked, compared);
    },
    async fetch(row, means) {
      const end = await fetchRow(successorsRequest(suite, row, means));
      if (end === undefined) return undefined;
      means.budget.add(creditsOf(end));
      if (end.kind !== 'answer') return end;
      const comparison = comparisonOf(suite, row, { ...means, comparing, response: end.response });
      if (comparison.request === undefined) return comparison.joined(undefined);
      const compared = await fetchRow(comparison.request);
      if (compared === undefined) answered.set(row.id, end.response);
      else means.budget.add(creditsOf(compared));
      return compared && comparison.joined(compared);
    },
    async ask(row, means) {
      let response = answered.get(row.id);
      if (response === undefined) {
        const end = await askWithin(means, row, successorsRequest(suite, row, means));
        if (end?.kind !== 'answer') return end;
        ({ response } = end);
        answered.set(row.id, response);
      }
      const { request, joined } = comparisonOf(suite, row, { ...means, comparing, response });
      if (request === undefined) return joined(undefined);
      const compared = await askWithin(means, row, request);
      if (compared === undefined) return undefined;
      answered.delete(row.id);
      return joined(compared);
    },
  };
}

/** @returns undefined if the budget does not allow it. */
async function askWithin({ budget }: AskMeans, { id }: Row, request: SentRow): Promise<RowEnd | undefined> {
  if (!(await budget.take(id, request))) return undefined;
  const end = await sendRow(request);
  budget.spend(id, creditsOf(end));
  return end;
}

function successorsRequest(suite: Suite, row: Row, { sending, file }: AskMeans): SentRow {
  return {
    ...sending,
    ...successorsBody(suite, row),
    idempotencyKey: idempotencyKeyOf(file.head.run, row.id),
    promptLogId: file.sent.get(row.id),
    taken: (id) => file.append({ type: 'sent', row: row.id, promptLogId: id, at: now() }),
  };
}

interface CompareMeans extends AskMeans {
  readonly comparing: GatewayClient;
  /** The successors' answers. */
  readonly response: PromptResponse;
}

interface Comparison {
  /** Undefined where no successor answered: nobody is asked about answers that are not there. */
  readonly request: SentRow | undefined;
  /** How the row ends, given how its comparison did. */
  readonly joined: (compared: RowEnd | undefined) => RowEnd;
}

function comparisonOf(
  suite: Suite,
  row: Row,
  { sending, file, comparing, response }: CompareMeans,
): Comparison {
  const results = [...(row.logged === undefined ? [] : [row.logged]), ...response.results];
  const joined: Comparison['joined'] = (compared) => {
    if (compared === undefined) return { kind: 'answer', response: { ...response, results } };
    const creditsUsed = response.creditsUsed + creditsOf(compared);
    if (compared.kind !== 'answer') return { ...compared, creditsUsed };
    return { kind: 'answer', response: { ...compared.response, results, creditsUsed } };
  };
  if (!response.results.some(hasAnswer)) return { request: undefined, joined };
  const texts = results.map((result) => (hasAnswer(result) ? result.output : ''));
  const request: SentRow = {
    ...sending,
    client: comparing,
    body: compareBody(suite, row, texts),
    idempotencyKey: idempotencyKeyOf(file.head.run, row.id, 'compare'),
    promptLogId: file.compared.get(row.id),
    taken: (id) => file.append({ type: 'sent', row: row.id, promptLogId: id, step: 'compare', at: now() }),
  };
  return { request, joined };
}

function hasAnswer({ status, output }: Result): boolean {
  return status === 'completed' && output.trim() !== '';
}

/** Their request has no judges, and no criteria for judges. */
function successorsBody(suite: Suite, row: Row): Required<QuotedBody> {
  const { judge_prompt: _, ...more } = row.more ?? {};
  const { baseline: __, ...asked } = suite;
  const body = rowBody({ ...asked, models: suite.models.slice(1), judges: [] }, { ...row, more });
  return { body, ownFields: Object.keys(more) };
}

/** @param texts the answers, in the order of the suite's models. */
function compareBody(suite: Suite, row: Row, texts: readonly string[]): JsonObject {
  const { history, judge_prompt: logged } = row.more ?? {};
  const system = row.more?.['system_prompt'] ?? row.system_prompt;
  const criteria = suite.judge_prompt ?? logged;
  const [old = ''] = suite.models;
  return {
    prompt: row.prompt,
    ...(system !== undefined && { system_prompt: system }),
    ...(history !== undefined && { history }),
    answers: suite.models.map((modelId, place) => ({ text: texts[place] ?? '', modelId })),
    judges: suite.judges,
    ...(criteria !== undefined && { judge_prompt: criteria }),
    ...(suite.calibration !== undefined && { calibration: suite.calibration }),
    judge_pairs: pairsWith(suite.models, old),
  };
}

function addUp(one: RowsQuote, other: RowsQuote): RowsQuote {
  return {
    expected: one.expected + other.expected,
    held: one.held + other.held,
    answers: one.answers + other.answers,
    judgeRuns: one.judgeRuns + other.judgeRuns,
  };
}

function now(): string {
  return new Date().toISOString();
}
