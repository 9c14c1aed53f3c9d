import { creditsFromMicroCredits, usdFromNanoUsd } from '../../billing/amounts.ts';
import type { Evaluation, JudgeRun, Participant } from '../../generated/prompt-response.ts';
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
  const { judge, a, b } = question;
  const isForfeit = a.forfeits || b.forfeits;
  const orders = isForfeit
    ? []
    : await Promise.all([judgeInOrder(question, 'ab', context), judgeInOrder(question, 'ba', context)]);
  const runs = orders.map(({ judgeRun }) => judgeRun);
  const verdicts = [runs[0]?.winner ?? undefined, runs[1]?.winner ?? undefined] as const;
  const score = scorePair({ a, b, verdicts, weights: context.weights });
  return {
    evaluation: {
      ...evaluationOf(question, score, runs),
      flags: isForfeit || judge.seesAttachments ? [] : ['attachments_not_seen'],
    },
    calls: orders.flatMap(({ calls }) => calls),
    sentRuns: orders.filter(({ calls }) => calls.some(({ attempts }) => attempts > 0)).length,
    upstreamMs: Math.max(0, ...orders.map(({ calls }) => sumOf(calls, ({ upstreamMs }) => upstreamMs))),
  };
}

/** Makes the evaluation of a pair that the judge is not asked about. It costs nothing. */
export function skipPair(question: PairQuestion, weights: JudgeWeights): JudgedPair {
  return {
    evaluation: evaluationOf(question, scoreSkipped(weights), []),
    calls: [],
    sentRuns: 0,
    upstreamMs: 0,
  };
}

function evaluationOf(
  { judge, ...places }: PairQuestion,
  score: PairScore,
  runs: readonly JudgeRun[],
): Evaluation {
  const [a, b] = [places.a.participant, places.b.participant];
  const winner = score.winner === 'a' ? a : score.winner === 'b' ? b : undefined;
  const judgedBy = [ranModelIdOf(judge.participant), ...runs.flatMap(({ servedBy }) => servedBy ?? [])];
  return {
    id: `judge-${judge.index}-pair-${a.index}-${b.index}`,
    judge: judge.participant,
    a,
    b,
    ...score,
    winnerModelId: winner?.modelId ?? null,
    runs: [...runs],
    selfJudged: judgedBy.includes(ranModelIdOf(a)) || judgedBy.includes(ranModelIdOf(b)),
    flags: [],
  };
}

/** The model that ran, which may differ from the one that the request names. */
function ranModelIdOf({ modelId, servedBy }: Participant): string {
  return servedBy ?? modelId;
}

function sumOf(calls: readonly CallResult[], figure: (call: CallResult) => number): number {
  return calls.reduce((sum, call) => sum + figure(call), 0);
}

/** Asks for a verdict, and asks once more if the reply could not be read. */
async function judgeInOrder(
  { judge, a, b }: PairQuestion,
  order: JudgeRun['order'],
  context: JudgingContext,
) {
  const [first, second] = order === 'ab' ? [a, b] : [b, a];
  const reply = await callWithSlot(judge, () => judge.planQuestion({ first, second }), context);
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
    winner:
      verdict === undefined
        ? null
        : verdict.verdict === 'tie'
          ? 'tie'
          : (verdict.verdict === 'first') === (order === 'ab')
            ? 'a'
            : 'b',
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
