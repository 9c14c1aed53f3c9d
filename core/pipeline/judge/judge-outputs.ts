import { performance } from 'node:perf_hooks';
import { StopSource, type TimedDeadline } from '../../upstream/stop-signal.ts';
import { Slots } from '../../upstream/slots.ts';
import { WaitingRoom } from '../../upstream/waiting-room.ts';
import { type RequestContext, contextWith } from '../request-context.ts';
import type { AgreedCalls } from '../../generated/prompt-response.ts';
import {
  judgePair,
  skipPair,
  type ComparedAnswer,
  type JudgedPair,
  type JudgingContext,
  type PairQuestion,
} from './judge-pair.ts';
import type { PreparedJudge } from './prepare-judges.ts';
import { hasAnswer, type AnswerToJudge, type Pair, agreedCalls } from './answer-to-judge.ts';
import { DEFAULT_WEIGHTS } from './score-pair.ts';
import type { BestSoFar } from './until/best-so-far.ts';
import { judgeUntil, type JudgedUntil } from './until/judge-until.ts';
import type { UntilPlan } from './until/plan-until.ts';

/**
 * The judge calls that one request may have in flight. Each judge gets an equal part, so that a slow judge delays no
 * other.
 */
const CALLS_PER_REQUEST = 64;
/** A judge compares each pair in both orders at once. */
const CALLS_PER_PAIR = 2;

/** Everything that judging a request needs besides its context. */
export interface JudgingTask {
  /** At least one. */
  readonly judges: readonly PreparedJudge[];
  /** The answers that are compared. If one rejects, the whole request has failed. */
  readonly outputs: readonly Promise<AnswerToJudge>[];
  /** Indexes into `outputs`, in the order of the evaluations. */
  readonly pairs: readonly Pair[];
  /** When `judge_until` stops; undefined if every judge compares every pair. */
  readonly until: UntilPlan | undefined;
  /** Called with each evaluation as soon as it is final. It must not throw. */
  readonly onJudged: (pair: JudgedPair) => void;
  /** Called after each round of `judge_until`. It must not throw. */
  readonly onRound: (soFar: BestSoFar) => void;
}

/** The result of judging. */
export interface JudgingResult {
  /** Ordered by judge and then by pair, not by when they finished. */
  readonly judged: readonly JudgedPair[];
  /** Undefined if every judge was asked about every pair. */
  readonly until: JudgedUntil | undefined;
  /** Set if most answers propose the same calls, so that no judge was asked. */
  readonly agreed: AgreedCalls | undefined;
}

/**
 * Has every judge compare each pair as soon as both its outputs exist. With `judge_until` it waits for all outputs, and
 * asks only as many questions as it takes to be sure of the leader. A question that is still open `judgeTimeoutMs`
 * after the last output becomes a failed run, so that a slow judge does not delay the response further. If the answers
 * may call functions, it waits for all of them too, because nothing is judged if most propose the same calls.
 */
export async function judgeOutputs(judging: JudgingTask, context: RequestContext): Promise<JudgingResult> {
  const { judges, outputs, pairs, until, onJudged, onRound } = judging;
  // A failed output reaches the caller through the models' own promises. Outputs without a pair are not awaited here.
  for (const output of outputs) output.catch(() => {});
  if (pairs.length === 0) return { judged: [], until: undefined, agreed: undefined };
  const deadline = startJudgingDeadline(outputs, context);
  const slotsPerJudge = Math.max(1, Math.floor(CALLS_PER_REQUEST / judges.length));
  const needsSlots = CALLS_PER_PAIR * pairs.length > slotsPerJudge;
  const weights = { ...DEFAULT_WEIGHTS, ...context.prompt.request.judge_weights };
  const comparedAnswers = outputs.map(async (pending, index): Promise<ComparedAnswer> => {
    const output = await pending;
    const { modelId, servedBy, judgeCopy, hasCalls, schemaValid, latencyMs, costNanoUsd } = output;
    return {
      participant: { index, modelId, ...(servedBy !== undefined && { servedBy }) },
      answer: { text: judgeCopy, hasCalls, schemaValid },
      forfeits: !hasAnswer(output),
      latencyMs,
      costNanoUsd,
    };
  });
  for (const comparedAnswer of comparedAnswers) comparedAnswer.catch(() => {});
  const contexts = judges.map((): JudgingContext => {
    // The queue needs no bound, because a request's judge runs are limited.
    const waitingRoom = new WaitingRoom(Infinity);
    const slots = needsSlots ? new Slots({ slots: slotsPerJudge, waitingRoom }) : undefined;
    return contextWith(context, { role: 'judge', deadline, weights, slots });
  });
  try {
    const agreed = context.prompt.tools === undefined ? undefined : agreedCalls(await Promise.all(outputs));
    const ask = async (question: PairQuestion): Promise<JudgedPair> => {
      const ofJudge = contexts[question.judge.index];
      if (ofJudge === undefined) throw new RangeError(`no judge ${question.judge.index}`);
      const isSkipped = agreed !== undefined && !question.a.forfeits && !question.b.forfeits;
      const pair = isSkipped ? skipPair(question, weights) : await judgePair(question, ofJudge);
      onJudged(pair);
      return pair;
    };
    if (until === undefined || agreed !== undefined) {
      const judgedPairs = judges.flatMap((judge) =>
        pairs.map(async ([indexA, indexB]) => {
          const [a, b] = await Promise.all([comparedAnswers[indexA], comparedAnswers[indexB]]);
          if (a === undefined || b === undefined) throw new RangeError(`no output ${indexA} or ${indexB}`);
          return await ask({ judge, a, b });
        }),
      );
      return { judged: await Promise.all(judgedPairs), until: undefined, agreed };
    }
    const result = await judgeUntil({
      ...until,
      judges,
      comparedAnswers: await Promise.all(comparedAnswers),
      pairs,
      weights,
      ask,
      onSkipped: onJudged,
      onRound,
      nextTurn: () => context.snapshot.upstream.nextTurn(context.account.id),
      isOver: () => deadline.signal.isStopped || context.cancelSignal.isStopped,
    });
    return { judged: result.judged.toSorted(byPlace), until: result, agreed };
  } finally {
    deadline.forget();
  }
}

/** The judges' time: that of the request, but at most `judgeTimeoutMs` once the last output has come. */
function startJudgingDeadline(outputs: JudgingTask['outputs'], context: RequestContext): TimedDeadline {
  const { judgeTimeoutMs } = context.services;
  const signal = new StopSource();
  const forgetParent = context.deadline.signal.whenStopped(() => signal.stop());
  let timer: NodeJS.Timeout | undefined;
  let isForgotten = false;
  const deadline = {
    signal,
    endsAt: context.deadline.endsAt,
    forget() {
      isForgotten = true;
      clearTimeout(timer);
      forgetParent();
    },
  };
  void Promise.allSettled(outputs).then(() => {
    // With `judge_pairs` an answer without a pair may come after the last verdict.
    if (isForgotten) return;
    timer = setTimeout(() => signal.stop(), judgeTimeoutMs);
    deadline.endsAt = Math.min(deadline.endsAt, performance.now() + judgeTimeoutMs);
  });
  return deadline;
}

function byPlace({ evaluation: one }: JudgedPair, { evaluation: other }: JudgedPair): number {
  return one.judge.index - other.judge.index || one.a.index - other.a.index || one.b.index - other.b.index;
}
