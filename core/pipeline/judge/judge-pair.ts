import { creditsFromMicroCredits, usdFromNanoUsd } from '../../billing/amounts.ts';
import type { Evaluation, JudgeRun, Participant } from '../../generated/prompt-response.ts';
import { hasAnswer, type JudgedOutput } from './judged-output.ts';
import type { JudgedAnswer } from './judge-prompt.ts';
import type { JudgeSeat } from './judge-seat.ts';
import { parseVerdict, type PositionalVerdict } from './parse-verdict.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { shelvedReasoning } from '../plan/request-texts.ts';
import type { RunContext } from '../call/run-context.ts';
import { callModel } from '../call/call-model.ts';
import type { CallResult } from '../call/call-result.ts';
import { toResultError } from '../call/to-result.ts';
import type { Slots } from '../../upstream/slots.ts';
import { scorePair, type Candidate, type JudgeWeights, type RunVerdict, type Verdict } from './score-pair.ts';

/** A candidate and its place in what is compared. */
export interface Contestant {
  readonly index: number;
  readonly output: JudgedOutput;
  /** The answer as judges see it; undefined where no thread was free to prepare it. */
  readonly shown: string | undefined;
}

export interface JudgedPair {
  readonly evaluation: Evaluation;
  /** Every call that was made for it, repairs included. */
  readonly calls: readonly CallResult[];
  /** Of the slower order, its repair included, milliseconds. */
  readonly upstreamMs: number;
}

/** As the pairs of one judge run. */
export interface JudgingContext extends RunContext {
  readonly weights: JudgeWeights;
  /** Which of the judge's calls may be under way. */
  readonly turns: Slots;
}

export interface PairQuestion {
  readonly seat: JudgeSeat;
  readonly a: Contestant;
  readonly b: Contestant;
}

/** One judge compares one pair, in both orders. An answer against none is a forfeit and costs no call. */
export async function judgePair(question: PairQuestion, context: JudgingContext): Promise<JudgedPair> {
  const { seat, a, b } = question;
  const candidates = { a: candidateOf(a), b: candidateOf(b) };
  const comparable = !candidates.a.forfeits && !candidates.b.forfeits;
  const orders = comparable
    ? await Promise.all([runOrder(question, 'ab', context), runOrder(question, 'ba', context)])
    : [];
  const verdicts = [orders[0]?.winner, orders[1]?.winner] as const;
  const score = scorePair({ ...candidates, verdicts, weights: context.weights });
  const judge = participant(seat.index, seat.inPlaceOf, seat.entry.model.id);
  const judges = [
    judge,
    ...orders.map(({ judgeRun: { servedBy = judge.servedBy } }) => ({ ...judge, servedBy })),
  ];
  const places = { a: placeOf(a), b: placeOf(b) };
  return {
    evaluation: {
      id: `judge-${seat.index}-pair-${a.index}-${b.index}`,
      judge,
      ...places,
      ...score,
      winnerModelId: score.winner === 'a' || score.winner === 'b' ? places[score.winner].modelId : null,
      runs: orders.map(({ judgeRun }) => judgeRun),
      selfJudged: judges.some((one) => isSameModel(one, places.a) || isSameModel(one, places.b)),
      flags: comparable && !seat.seesAttachments ? ['attachments_not_seen'] : [],
    },
    calls: orders.flatMap(({ calls }) => calls),
    upstreamMs: Math.max(
      0,
      ...orders.map(({ calls }) => calls.reduce((sum, call) => sum + call.upstreamMs, 0)),
    ),
  };
}

interface OrderRun {
  readonly winner: RunVerdict;
  readonly judgeRun: JudgeRun;
  readonly calls: readonly CallResult[];
}

async function runOrder(
  { seat, a, b }: PairQuestion,
  order: JudgeRun['order'],
  context: JudgingContext,
): Promise<OrderRun> {
  const answers =
    order === 'ab'
      ? { first: answerOf(a), second: answerOf(b) }
      : { first: answerOf(b), second: answerOf(a) };
  const reply = await runInTurn(() => seat.ask(answers), context);
  const calls = [reply];
  let verdict = verdictOf(reply);
  let last = reply;
  if (verdict === undefined && 'text' in reply.outcome) {
    const { text } = reply.outcome;
    last = await runInTurn(() => seat.askAgain(reply.planned, text), context);
    calls.push(last);
    verdict = verdictOf(last);
  }
  const winner = verdict === undefined ? undefined : unswapped(verdict.verdict, order);
  const reasoning = shelvedReasoning(verdict?.reasoning ?? '', context);
  return { winner, calls, judgeRun: describeRun({ order, winner, verdict, reasoning, last, calls }) };
}

/** Runs one judge call, planned when it is this judge's turn. Never rejects. */
async function runInTurn(plan: () => PlannedCall, context: JudgingContext): Promise<CallResult> {
  const { turns, account, deadline, clientSignal } = context;
  const entry = await turns.acquire('judge', account.id, [deadline.signal, clientSignal]);
  try {
    // Without a turn the deadline has passed or the client has gone; the run says so and sends nothing.
    return await callModel(plan(), context);
  } finally {
    if (entry === 'held') turns.release(account.id);
  }
}

/** Not of a reply that was cut: its own verdict comes last, after whatever it quotes. */
function verdictOf({ outcome }: CallResult): PositionalVerdict | undefined {
  return 'text' in outcome && outcome.finishReason === 'stop' ? parseVerdict(outcome.text) : undefined;
}

function unswapped(verdict: PositionalVerdict['verdict'], order: JudgeRun['order']): Verdict {
  if (verdict === 'tie') return 'tie';
  return (verdict === 'first') === (order === 'ab') ? 'a' : 'b';
}

interface RunFacts {
  readonly order: JudgeRun['order'];
  readonly winner: RunVerdict;
  readonly verdict: PositionalVerdict | undefined;
  /** Short, or a mark. */
  readonly reasoning: string;
  readonly last: CallResult;
  readonly calls: readonly CallResult[];
}

function describeRun({ order, winner, verdict, reasoning, last, calls }: RunFacts): JudgeRun {
  const fault = 'fault' in last.outcome ? last.outcome.fault : undefined;
  const servedBy = calls.find((call) => call.servedBy !== undefined)?.servedBy?.id;
  const sum = (figure: (call: CallResult) => number): number =>
    calls.reduce((total, call) => total + figure(call), 0);
  return {
    order,
    status: verdict !== undefined ? 'completed' : fault === undefined ? 'invalid' : 'failed',
    winner: winner ?? null,
    confidence: verdict === undefined ? null : toDecimals(verdict.confidence),
    reasoning,
    tokensIn: sum(({ usage }) => usage?.tokensIn ?? 0),
    tokensOut: sum(({ usage }) => usage?.tokensOut ?? 0),
    latencyMs: sum(({ latencyMs }) => latencyMs),
    credits: creditsFromMicroCredits(sum(({ chargeMicroCredits }) => chargeMicroCredits)),
    providerCost: usdFromNanoUsd(sum(({ providerCostNanoUsd }) => providerCostNanoUsd)),
    ...(servedBy !== undefined && { servedBy }),
    ...(fault !== undefined && { error: toResultError(fault, last.planned.entry) }),
  };
}

/** To four decimals: a judge may write the digits of a fraction. */
function toDecimals(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000;
}

function candidateOf({ output }: Contestant): Candidate {
  const { latencyMs, costNanoUsd } = output;
  return { forfeits: !hasAnswer(output), latencyMs, costNanoUsd };
}

function answerOf({ output: { schemaValid }, shown }: Contestant): JudgedAnswer {
  return { text: shown, schemaValid };
}

function placeOf({ index, output: { modelId, servedBy } }: Contestant): Participant {
  return { index, modelId, ...(servedBy !== undefined && { servedBy }) };
}

/** @param inPlaceOf the ID that the request names, where `modelId` runs in its place. */
function participant(index: number, inPlaceOf: string | undefined, modelId: string): Participant {
  return inPlaceOf === undefined ? { index, modelId } : { index, modelId: inPlaceOf, servedBy: modelId };
}

type Named = { readonly modelId: string; readonly servedBy?: string | undefined };

function isSameModel(one: Named, other: Named): boolean {
  return (one.servedBy ?? one.modelId) === (other.servedBy ?? other.modelId);
}
