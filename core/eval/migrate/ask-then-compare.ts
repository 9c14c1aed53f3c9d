import type { JsonObject } from '../../contract.ts';
import type { PromptResponse, Result } from '../../generated/prompt-response.ts';
import type { GatewayClient } from '../run/gateway-client.ts';
import { quoteBodies, type QuotedBody, type RowsQuote } from '../run/quote-rows.ts';
import type { AskMeans, RowAsking } from '../run/row-asking.ts';
import { pairsWith, rowBody } from '../run/row-body.ts';
import { idempotencyKeyOf, sendRow, type RowEnd } from '../run/send-row.ts';
import type { Row, Suite } from '../suite/suite.ts';

/**
 * Asks the successors alone, then has the judges compare their answers with the logged one of the baseline, which is the
 * first of the suite's models. A row's answer is as if one request had done both.
 * @param comparing sends to `/compare`.
 */
export function askThenCompare(suite: Suite, comparing: GatewayClient): RowAsking {
  /** Rows whose successors have answered and whose comparison the budget did not allow. */
  const answered = new Map<string, PromptResponse>();
  return {
    async quote(rows, { client, ...persistence }) {
      const asked = await quoteBodies(rows, (row) => successorsBody(suite, row), { client, ...persistence });
      // The successors' answers are not there yet; the baseline's are about as long.
      const likely = (row: Row): QuotedBody => ({
        body: compareBody(
          suite,
          row,
          suite.models.map(() => row.logged?.output ?? ''),
        ),
      });
      const compared = await quoteBodies(rows, likely, { client: comparing, ...persistence });
      return addUp(asked, compared);
    },
    async ask(row, means) {
      const response = answered.get(row.id);
      const end: RowEnd | undefined =
        response === undefined ? await askSuccessors(suite, row, means) : { kind: 'answer', response };
      if (end?.kind !== 'answer') return end;
      answered.set(row.id, end.response);
      const compared = await compare(suite, row, { ...means, comparing, response: end.response });
      if (compared !== undefined) answered.delete(row.id);
      return compared;
    },
  };
}

async function askSuccessors(
  suite: Suite,
  row: Row,
  { sending, budget, file }: AskMeans,
): Promise<RowEnd | undefined> {
  const quoted = successorsBody(suite, row);
  const promptLogId = file.sent.get(row.id);
  const isSent = promptLogId !== undefined;
  if (!(await budget.take(row.id, { body: quoted.body, isSent, ...sending }))) return undefined;
  const end = await sendRow({
    ...sending,
    ...quoted,
    idempotencyKey: idempotencyKeyOf(file.head.run, row.id),
    promptLogId,
    taken: (id) => file.append({ type: 'sent', row: row.id, promptLogId: id, at: now() }),
  });
  budget.spend(row.id, creditsOf(end));
  return end;
}

interface CompareMeans extends AskMeans {
  readonly comparing: GatewayClient;
  /** The successors' answers. */
  readonly response: PromptResponse;
}

/** @returns undefined if the budget does not allow it. */
async function compare(
  suite: Suite,
  row: Row,
  { sending, budget, file, comparing, response }: CompareMeans,
): Promise<RowEnd | undefined> {
  const results = [...(row.logged === undefined ? [] : [row.logged]), ...response.results];
  // Nobody is asked about answers that are not there.
  if (!response.results.some(hasAnswer)) return { kind: 'answer', response: { ...response, results } };
  const body = compareBody(
    suite,
    row,
    results.map((result) => (hasAnswer(result) ? result.output : '')),
  );
  const promptLogId = file.compared.get(row.id);
  const to = { ...sending, client: comparing };
  if (!(await budget.take(row.id, { body, isSent: promptLogId !== undefined, ...to }))) return undefined;
  const end = await sendRow({
    ...to,
    body,
    idempotencyKey: idempotencyKeyOf(file.head.run, row.id, 'compare'),
    promptLogId,
    taken: (id) => file.append({ type: 'sent', row: row.id, promptLogId: id, step: 'compare', at: now() }),
  });
  budget.spend(row.id, creditsOf(end));
  const creditsUsed = response.creditsUsed + creditsOf(end);
  if (end.kind !== 'answer') return { ...end, creditsUsed };
  return { kind: 'answer', response: { ...end.response, results, creditsUsed } };
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

function creditsOf(end: RowEnd): number {
  return end.kind === 'answer' ? end.response.creditsUsed : end.creditsUsed;
}

function now(): string {
  return new Date().toISOString();
}
