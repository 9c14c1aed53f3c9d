import { creditsFromMicroCredits, usdFromNanoUsd } from '../../billing/amounts.ts';
import type { CallRecord } from '../../ledger/ledger.ts';
import type { Evaluation, JudgeRun } from '../../generated/prompt-response.ts';
import type { Slots } from '../../upstream/slots.ts';
import { callModel } from '../call/call-model.ts';
import type { CallResult } from '../call/call-result.ts';
import type { RequestContext } from '../request-context.ts';
import { countRun, toCallRecords, toResultError } from '../call/to-result.ts';
import { withTurns } from '../plan/plan-call.ts';
import type { AnswerToJudge } from './answer-to-judge.ts';
import { judgeMessage, parseVerdict, REPAIR_INSTRUCTION, type PositionalVerdict } from './judge-prompt.ts';
import type { PreparedJudge } from './prepare-judges.ts';
import { scorePair, type JudgeWeights } from './score-pair.ts';

/** One judge's evaluation of a pair, and the calls that it took. */
export interface JudgedPair {
  readonly evaluation: Evaluation;
  /** Every call that the pair took, repairs included. */
  readonly calls: readonly CallResult[];
  /** The ledger's metering rows of these calls. */
  readonly records: readonly CallRecord[];
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
 * Has one judge compare one pair in both orders. If only one side has an answer, the pair is a forfeit. A forfeit and a
 * skipped pair cost no call. Followers get the evaluation once its cost is durable.
 */
export async function judgePair(
  question: PairQuestion,
  context: JudgingContext,
  isSkipped = false,
): Promise<JudgedPair> {
  const { participant: judge, seesAttachments } = question.judge;
  const [a, b] = [question.a.participant, question.b.participant];
  const orders =
    isSkipped || question.a.forfeits || question.b.forfeits
      ? []
      : await Promise.all([judgeInOrder(question, 'ab', context), judgeInOrder(question, 'ba', context)]);
  const runs = orders.map(({ judgeRun }) => judgeRun);
  const [ab, ba] = runs.map(({ winner }) => winner ?? undefined);
  const score = scorePair({
    a: question.a,
    b: question.b,
    verdicts: orders.length === 0 ? undefined : [ab, ba],
    weights: context.weights,
  });
  const winner = score.winner === 'a' ? a : score.winner === 'b' ? b : undefined;
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
  const calls = orders.flatMap((order) => order.calls);
  for (const call of calls) countRun(context.services.metrics, call, 'judge');
  const records = calls.flatMap((call) => toCallRecords(call, { role: 'judge', index: judge.index }));
  context.delivery?.add(records, () => context.answerLog?.evaluation(evaluation));
  return {
    evaluation,
    calls,
    records,
    sentRuns: orders.filter((order) => order.calls.some(({ attempts }) => attempts > 0)).length,
    upstreamMs: Math.max(0, ...orders.map((order) => sumOf(order.calls, ({ upstreamMs }) => upstreamMs))),
  };
}

/** A judge's run in one order, and its calls: the question, and the repair if there was one. */
interface JudgedOrder {
  readonly judgeRun: JudgeRun;
  readonly calls: readonly CallResult[];
}

/** Upper bound of the part of its own unreadable reply that a judge gets back, in characters. */
const MAX_QUOTED_REPLY = 4_000;

/** Asks for a verdict, and asks once more if the reply could not be read. It rejects only if planning throws. */
async function judgeInOrder(
  { judge, ...answers }: PairQuestion,
  order: JudgeRun['order'],
  context: JudgingContext,
): Promise<JudgedOrder> {
  const { account, deadline, cancelSignal } = context;
  const [first, second] = order === 'ab' ? (['a', 'b'] as const) : (['b', 'a'] as const);
  const shown = { first: answers[first], second: answers[second] };
  const isShown = shown.first.text !== undefined && shown.second.text !== undefined;
  const slots = context.slots[judge.participant.index];
  const slot = await slots?.acquire('judge', account.id, [deadline.signal, cancelSignal]);
  const calls: CallResult[] = [];
  let last: CallResult;
  let verdict: PositionalVerdict | undefined;
  try {
    // Calls that wait for a slot hold no message yet. If there was no slot, the deadline has passed or the client has
    // left. `callModel` sees the stopped signal, so the call fails and sends nothing.
    const text = judgeMessage(judge.task, shown, judge.code);
    const question = withTurns(judge.planned, [{ role: 'user', text, cacheBreakpoint: false }]);
    const call = isShown ? question : { ...question, fault: question.fault ?? 'overloaded' };
    last = await callModel(call, context);
    calls.push(last);
    verdict = verdictOf(last);
    if (verdict === undefined && 'text' in last.outcome) {
      const quoted = last.outcome.text.slice(0, MAX_QUOTED_REPLY).trim().toWellFormed();
      const repair = withTurns(judge.planned, [
        ...question.call.turns,
        { role: 'assistant', text: quoted === '' ? '(no readable reply)' : quoted, cacheBreakpoint: false },
        { role: 'user', text: REPAIR_INSTRUCTION, cacheBreakpoint: false },
      ]);
      last = await callModel(repair, context);
      calls.push(last);
      verdict = verdictOf(last);
    }
  } finally {
    if (slot === 'acquired') slots?.release(account.id);
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

function sumOf(calls: readonly CallResult[], figure: (call: CallResult) => number): number {
  return calls.reduce((sum, call) => sum + figure(call), 0);
}

/**
 * Reads a verdict only from a complete reply: a judge's own verdict comes last, so a cut reply may hold only a quoted
 * one.
 */
function verdictOf({ outcome }: CallResult): PositionalVerdict | undefined {
  return 'text' in outcome && outcome.finishReason === 'stop' ? parseVerdict(outcome.text) : undefined;
}
