import { CREDIT_PLACES, exactSum } from '../../board/exact-sum.ts';
import type { RunExperiment, Suite } from '../../board/run-lines.ts';
import type { JsonObject } from '../../contract.ts';
import type { Evaluation, PromptResponse } from '../../generated/prompt-response.ts';
import type { GatewayClient } from '../run/gateway-client.ts';
import { quoteBodies, type RowsQuote } from '../run/quote-rows.ts';
import type { AskMeans, RowAsking } from '../run/row-asking.ts';
import { rowBody } from '../run/row-body.ts';
import {
  creditsOf,
  fetchRow,
  idempotencyKeyOf,
  sendRow,
  type RowEnd,
  type SentRow,
} from '../run/send-row.ts';
import type { Row } from '../suite/suite.ts';
import { armOutcomes, bestPlaces, chooseAnswers, distinctPlaces, type ChosenAnswers } from './arms.ts';

/** What is asked, and how. */
export interface ArmTerms {
  readonly suite: Suite;
  readonly experiment: RunExperiment;
  /** Sends to `/compare`. */
  readonly comparing: GatewayClient;
}

/**
 * Each row takes three requests: all answers; the fused one, compared with those that it was written from; and the arms'
 * answers, compared by referees. What was sent is fetched by a later sitting and paid once.
 */
export function askArms(terms: ArmTerms): RowAsking {
  /** What the gateway has answered to rows that are not over. */
  const answered = new Map<string, readonly PromptResponse[]>();
  const go = async (
    row: Row,
    means: AskMeans,
    send: (request: SentRow) => Promise<RowEnd | undefined>,
  ): Promise<RowEnd | undefined> => {
    const done = [...(answered.get(row.id) ?? [])];
    for (;;) {
      const request = nextRequest(terms, row, done, means);
      if (request === undefined) break;
      // oxlint-disable-next-line eslint/no-await-in-loop -- each request needs the answers before it
      const end = await send(request);
      if (end === undefined) {
        answered.set(row.id, done);
        return undefined;
      }
      if (end.kind !== 'answer') return { ...end, creditsUsed: sumOf([...done.map(used), end.creditsUsed]) };
      done.push(end.response);
    }
    answered.delete(row.id);
    return joined(terms, done);
  };
  return {
    quote: (rows, quoting) => quoteArms(terms, rows, quoting),
    fetch: (row, means) =>
      go(row, means, async (request) => {
        const end = await fetchRow(request);
        if (end !== undefined) means.budget.add(creditsOf(end));
        return end;
      }),
    ask: (row, means) =>
      go(row, means, async (request) => {
        if (!(await means.budget.take(row.id, request))) return undefined;
        const end = await sendRow(request);
        means.budget.spend(row.id, creditsOf(end));
        return end;
      }),
  };
}

/** @returns undefined once the row has all its answers. */
function nextRequest(
  { suite, experiment, comparing }: ArmTerms,
  row: Row,
  done: readonly PromptResponse[],
  { sending, file }: AskMeans,
): SentRow | undefined {
  const { run } = file.head;
  const taken = (step: 'compare' | 'score' | undefined) => (promptLogId: string) =>
    file.append({
      type: 'sent',
      row: row.id,
      promptLogId,
      ...(step !== undefined && { step }),
      at: new Date().toISOString(),
    });
  const [asked, fused, refereed] = done;
  if (asked === undefined)
    return {
      ...sending,
      body: askedBody(suite, experiment, row),
      ownFields: Object.keys(row.more ?? {}),
      idempotencyKey: idempotencyKeyOf(run, row.id),
      promptLogId: file.sent.get(row.id),
      taken: taken(undefined),
    };
  const textsOf = (response: PromptResponse): readonly string[] =>
    response.results.map(({ output }) => output);
  const texts = textsOf(asked);
  if (fused === undefined)
    return {
      ...sending,
      client: comparing,
      body: fusedBody(suite, experiment, row, texts.slice(0, suite.models.length)),
      idempotencyKey: idempotencyKeyOf(run, row.id, 'compare'),
      promptLogId: file.compared.get(row.id),
      taken: taken('compare'),
    };
  const places = distinctPlaces(chooseAnswers(suite, experiment, { asked, fused }));
  if (refereed !== undefined || places.length < 2) return undefined;
  const all = [...texts, ...textsOf(fused)];
  const chosen = places.map((place) => all[place] ?? '');
  return {
    ...sending,
    client: comparing,
    body: { ...compareBody(suite, row, chosen), judges: experiment.referees },
    idempotencyKey: idempotencyKeyOf(run, row.id, 'score'),
    promptLogId: file.scored.get(row.id),
    taken: taken('score'),
  };
}

function askedBody(suite: Suite, experiment: RunExperiment, row: Row): JsonObject {
  const { best, times } = experiment;
  const models = [...suite.models, ...Array.from({ length: times - 1 }, () => best)];
  const places = bestPlaces(suite, experiment);
  const pairs = places.flatMap((one, at) => places.slice(at + 1).map((other) => [one, other]));
  return { ...rowBody({ ...suite, models }, row), judge_pairs: pairs };
}

function fusedBody(suite: Suite, { writer }: RunExperiment, row: Row, texts: readonly string[]): JsonObject {
  const { calibration } = suite;
  return {
    ...compareBody(suite, row, texts),
    judges: suite.judges,
    ...(calibration !== undefined && { calibration }),
    fuse: writer,
  };
}

function compareBody({ judge_prompt: criteria }: Suite, row: Row, texts: readonly string[]): JsonObject {
  const { history } = row.more ?? {};
  const system = row.more?.['system_prompt'] ?? row.system_prompt;
  return {
    prompt: row.prompt,
    ...(system !== undefined && { system_prompt: system }),
    ...(history !== undefined && { history }),
    answers: texts.map((text) => ({ text })),
    ...(criteria !== undefined && { judge_prompt: criteria }),
  };
}

function joined({ suite, experiment }: ArmTerms, done: readonly PromptResponse[]): RowEnd {
  const [asked, fused, refereed] = done;
  if (asked === undefined || fused === undefined) throw new RangeError('a row ended without its answers');
  const chosen = chooseAnswers(suite, experiment, { asked, fused });
  return {
    kind: 'answer',
    arms: armOutcomes(suite, experiment, { asked, fused, chosen, refereed }),
    response: {
      promptLogId: asked.promptLogId,
      results: [...asked.results, ...fused.results],
      evaluations: (refereed?.evaluations ?? []).map((one) => placedBy(one, chosen)),
      creditsUsed: sumOf(done.map(used)),
    },
  };
}

/** The same evaluation, with the places that its answers have among all of the row. */
function placedBy({ a, b, ...rest }: Evaluation, chosen: ChosenAnswers): Evaluation {
  const places = distinctPlaces(chosen);
  const placed = (one: Evaluation['a']): Evaluation['a'] => ({
    ...one,
    index: places[one.index] ?? one.index,
  });
  return { ...rest, a: placed(a), b: placed(b) };
}

function used({ creditsUsed }: PromptResponse): number {
  return creditsUsed;
}

function sumOf(credits: readonly number[]): number {
  return exactSum(credits, CREDIT_PLACES);
}

/** Of texts that are not there yet nothing is known, so the later requests are quoted as if of the prompt's length. */
async function quoteArms(
  { suite, experiment, comparing }: ArmTerms,
  rows: readonly Row[],
  { client, file, ...persistence }: Parameters<RowAsking['quote']>[1],
): Promise<RowsQuote> {
  const likely = (row: Row, count: number): readonly string[] =>
    Array.from({ length: count }, () => row.prompt);
  const steps = [
    { client, sent: file.sent, bodyOf: (row: Row) => askedBody(suite, experiment, row) },
    {
      client: comparing,
      sent: file.compared,
      bodyOf: (row: Row) => fusedBody(suite, experiment, row, likely(row, suite.models.length)),
    },
    {
      client: comparing,
      sent: file.scored,
      bodyOf: (row: Row) => ({ ...compareBody(suite, row, likely(row, 4)), judges: experiment.referees }),
    },
  ];
  const quotes = await Promise.all(
    steps.map((step) => {
      const open = rows.filter(({ id }) => !step.sent.has(id));
      const bodyOf = (row: Row) => ({ body: step.bodyOf(row), ownFields: Object.keys(row.more ?? {}) });
      return quoteBodies(open, bodyOf, { client: step.client, ...persistence });
    }),
  );
  const sum = (of: (quote: RowsQuote) => number): number =>
    quotes.reduce((total, quote) => total + of(quote), 0);
  return {
    expected: sum(({ expected }) => expected),
    held: sum(({ held }) => held),
    answers: sum(({ answers }) => answers),
    judgeRuns: sum(({ judgeRuns }) => judgeRuns),
  };
}
