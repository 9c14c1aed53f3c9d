import { creditsFromMicroCredits, usdFromNanoUsd } from '../../billing/amounts.ts';
import type { Evaluation, JudgeRun } from '../../generated/prompt-response.ts';
import type { Slots } from '../../upstream/slots.ts';
import { callModel } from '../call/call-model.ts';
import type { CallResult } from '../call/call-result.ts';
import type { RequestContext } from '../request-context.ts';
import { toResultError } from '../call/to-result.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { AnswerToJudge } from './answer-to-judge.ts';
import { parseVerdict, type PositionalVerdict } from './judge-prompt.ts';
import type { PreparedJudge } from './prepare-judges.ts';
import { scorePair, scoreSkipped, type JudgeWeights, type PairScore } from './score-pair.ts';

/** One judge's evaluation of a pair, and the calls that it took. */
export interface JudgedPair {
  readonly evaluation: Evaluation;
  /** Every call that the pair took, repairs included. */
  readonly calls: readonly CallResult[];
  /** Orders in which the judge was sent a question: 0, 1 or 2. */
  readonly sentRuns: number;
  /** The time of the slower order, repair included, in milliseconds. */
  readonly upstreamMs: number;
}

/** The context that all calls of judges share. */
export interface JudgingContext extends RequestContext {
  readonly weights: JudgeWeights;
  /** By place in `judges`: they limit how many calls of a judge run at once. Empty if all may. */
  readonly slots: readonly Slots[];
}

/** A question to one judge about two answers. It is asked in both orders. */
export interface PairQuestion {
  readonly judge: PreparedJudge;
  readonly a: AnswerToJudge;
  readonly b: AnswerToJudge;
}

/**
 * Has one judge compare one pair in both orders. If only one side has an answer, the pair is a forfeit and costs no
 * call.
 */
export async function judgePair(question: PairQuestion, context: JudgingContext): Promise<JudgedPair> {
  const { a, b } = question;
  const orders =
    a.forfeits || b.forfeits
      ? []
      : await Promise.all([judgeInOrder(question, 'ab', context), judgeInOrder(question, 'ba', context)]);
  const [ab, ba] = orders.map(({ judgeRun }) => judgeRun.winner ?? undefined);
  return toJudgedPair(question, scorePair({ a, b, verdicts: [ab, ba], weights: context.weights }), orders);
}

/** Makes the evaluation of a pair that the judge is not asked about. It costs nothing. */
export function skipPair(question: PairQuestion, weights: JudgeWeights): JudgedPair {
  return toJudgedPair(question, scoreSkipped(weights), []);
}

/** @param orders both orders, or none if the judge was not asked. */
function toJudgedPair(
  { judge: { participant: judge, seesAttachments }, ...answers }: PairQuestion,
  score: PairScore,
  orders: readonly JudgedOrder[],
): JudgedPair {
  const [a, b] = [answers.a.participant, answers.b.participant];
  const winner = score.winner === 'a' ? a : score.winner === 'b' ? b : undefined;
  const runs = orders.map(({ judgeRun }) => judgeRun);
  // The models that ran, which may differ from those that the request names.
  const judgedBy = [judge.servedBy ?? judge.modelId, ...runs.flatMap(({ servedBy }) => servedBy ?? [])];
  const evaluation: Evaluation = {
    id: `judge-${judge.index}-pair-${a.index}-${b.index}`,
    judge,
    a,
    b,
    ...score,
    winnerModelId: winner?.modelId ?? null,
    runs,
    selfJudged: [a, b].some(({ modelId, servedBy = modelId }) => judgedBy.includes(servedBy)),
    flags: orders.length === 0 || seesAttachments ? [] : ['attachments_not_seen'],
  };
  return {
    evaluation,
    calls: orders.flatMap(({ calls }) => calls),
    sentRuns: orders.filter(({ calls }) => calls.some(({ attempts }) => attempts > 0)).length,
    upstreamMs: Math.max(0, ...orders.map(({ calls }) => sumOf(calls, ({ upstreamMs }) => upstreamMs))),
  };
}

/** A judge's run in one order, and its calls: the question, and the repair if there was one. */
interface JudgedOrder {
  readonly judgeRun: JudgeRun;
  readonly calls: readonly CallResult[];
}

function sumOf(calls: readonly CallResult[], figure: (call: CallResult) => number): number {
  return calls.reduce((sum, call) => sum + figure(call), 0);
}

/** Asks for a verdict, and asks once more if the reply could not be read. */
async function judgeInOrder(
  { judge, ...answers }: PairQuestion,
  order: JudgeRun['order'],
  context: JudgingContext,
): Promise<JudgedOrder> {
  const [first, second] = order === 'ab' ? (['a', 'b'] as const) : (['b', 'a'] as const);
  const shown = { first: answers[first], second: answers[second] };
  const reply = await callWithSlot(judge, () => judge.planQuestion(shown), context);
  const calls = [reply];
  let last = reply;
  let verdict = verdictOf(reply);
  if (verdict === undefined && 'text' in reply.outcome) {
    const { text } = reply.outcome;
    last = await callWithSlot(judge, () => judge.planRepair(reply.planned, text), context);
    calls.push(last);
    verdict = verdictOf(last);
  }
  const fault = 'fault' in last.outcome ? last.outcome.fault : undefined;
  const servedBy = calls.find((call) => call.servedBy !== undefined)?.servedBy?.id;
  const judgeRun: JudgeRun = {
    order,
    status: verdict !== undefined ? 'completed' : fault === undefined ? 'invalid' : 'failed',
    winner: verdict === undefined ? null : { first, second, tie: 'tie' as const }[verdict.verdict],
    // A judge may write a long fraction, so the confidence is rounded to four decimals.
    confidence: verdict === undefined ? null : Math.round(verdict.confidence * 10_000) / 10_000,
    reasoning: verdict?.reasoning ?? '',
    tokensIn: sumOf(calls, ({ usage }) => usage?.tokensIn ?? 0),
    tokensOut: sumOf(calls, ({ usage }) => usage?.tokensOut ?? 0),
    latencyMs: sumOf(calls, ({ latencyMs }) => latencyMs),
    credits: creditsFromMicroCredits(sumOf(calls, ({ chargeMicroCredits }) => chargeMicroCredits)),
    providerCost: usdFromNanoUsd(sumOf(calls, ({ providerCostNanoUsd }) => providerCostNanoUsd)),
    ...(servedBy !== undefined && { servedBy }),
    ...(fault !== undefined && { error: toResultError(fault, last.planned.entry) }),
  };
  return { judgeRun, calls };
}

/** Runs one judge call, and plans it only once it has a slot. It rejects only if planning throws. */
async function callWithSlot(
  { index }: PreparedJudge,
  plan: () => PlannedCall,
  context: JudgingContext,
): Promise<CallResult> {
  const { account, deadline, cancelSignal } = context;
  const slots = context.slots[index];
  const slot = await slots?.acquire('judge', account.id, [deadline.signal, cancelSignal]);
  try {
    // If there was no slot, the deadline has passed or the client has left. The call then fails with that and sends
    // nothing.
    return await callModel(plan(), context);
  } finally {
    if (slot === 'acquired') slots?.release(account.id);
  }
}

/**
 * Reads a verdict only from a complete reply: a judge's own verdict comes last, so a cut reply may hold only a quoted
 * one.
 */
function verdictOf({ outcome }: CallResult): PositionalVerdict | undefined {
  return 'text' in outcome && outcome.finishReason === 'stop' ? parseVerdict(outcome.text) : undefined;
}
