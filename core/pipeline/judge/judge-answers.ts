import { performance } from 'node:perf_hooks';
import { StopSource } from '../../upstream/stop-signal.ts';
import { Slots } from '../../upstream/slots.ts';
import { WaitingRoom } from '../../upstream/waiting-room.ts';
import { type RequestContext, contextWith } from '../request-context.ts';
import type { AgreedCalls } from '../../generated/prompt-response.ts';
import { judgePair, type JudgedPair, type JudgingContext, type PairQuestion } from './judge-pair.ts';
import type { PreparedJudging } from './prepare-judges.ts';
import { type AnswerToJudge, agreedCalls } from './answer-to-judge.ts';
import { DEFAULT_WEIGHTS } from './score-pair.ts';
import { judgeUntil, type JudgedUntil } from './until/judge-until.ts';
import type { UntilPlan } from './until/plan-until.ts';

/**
 * The judge calls that one request may have in flight. Each judge gets an equal part, so that a slow judge delays no
 * other.
 */
const CALLS_PER_REQUEST = 64;
/** A judge compares each pair in both orders at once. */
const CALLS_PER_PAIR = 2;

/** Who is asked about which pairs. */
export interface JudgingPlan extends Pick<PreparedJudging, 'preparedJudges' | 'pairs'> {
  /** When `judge_until` stops; undefined if every judge compares every pair. */
  readonly until: UntilPlan | undefined;
}

/** The result of judging. */
export interface JudgingResult {
  /** Ordered by judge and then by pair, not by when they finished. */
  readonly judged: readonly JudgedPair[];
  /** Undefined if every judge was asked about every pair. */
  readonly until: JudgedUntil | undefined;
  /** Set if most answers that did not fail or stay blank propose the same calls, so that no judge was asked. */
  readonly agreed: AgreedCalls | undefined;
}

/**
 * Has every judge compare each pair as soon as both its answers exist. With `judge_until` it waits for all answers, and
 * asks only as many questions as it takes to be sure of the leader. A question that is still open `judgeTimeoutMs`
 * after the last answer becomes a failed run, so that a slow judge does not delay the response further. If the answers
 * may call functions, it waits for all of them too, because nothing is judged if most of them that did not fail or stay
 * blank propose the same calls.
 * @param answers the answers that are compared. If one rejects, the whole request has failed.
 */
export async function judgeAnswers(
  { preparedJudges: judges, pairs, until }: JudgingPlan,
  answers: readonly Promise<AnswerToJudge>[],
  context: RequestContext,
): Promise<JudgingResult> {
  const { judgeTimeoutMs } = context.services;
  const slotsPerJudge = Math.max(1, Math.floor(CALLS_PER_REQUEST / judges.length));
  const needsSlots = CALLS_PER_PAIR * pairs.length > slotsPerJudge;
  const signal = new StopSource();
  const deadline = { signal, endsAt: context.deadline.endsAt };
  const judging: JudgingContext = contextWith(context, {
    role: 'judge',
    deadline,
    weights: { ...DEFAULT_WEIGHTS, ...context.prompt.request.judge_weights },
    // The queues need no bound, because a request's judge runs are limited.
    slots: needsSlots ? judges.map(() => new Slots(slotsPerJudge, new WaitingRoom(Infinity))) : [],
  });
  const forgetParent = context.deadline.signal.whenStopped(() => signal.stop());
  let timer: NodeJS.Timeout | undefined;
  let isJudged = false;
  // It waits for answers without a pair too. `runWithHold` throws the error of one that rejects.
  void Promise.allSettled(answers).then(() => {
    // With `judge_pairs` an answer without a pair may come after the last verdict.
    if (isJudged) return;
    timer = setTimeout(() => signal.stop(), judgeTimeoutMs);
    deadline.endsAt = Math.min(deadline.endsAt, performance.now() + judgeTimeoutMs);
  });
  try {
    const agreed = context.prompt.tools === undefined ? undefined : agreedCalls(await Promise.all(answers));
    const questions = judges.flatMap((judge) =>
      pairs.map(async ([indexA, indexB]): Promise<PairQuestion> => {
        const [a, b] = await Promise.all([answers[indexA], answers[indexB]]);
        if (a === undefined || b === undefined) throw new RangeError(`no answer ${indexA} or ${indexB}`);
        return { judge, a, b };
      }),
    );
    if (until === undefined || agreed !== undefined) {
      const isSkipped = agreed !== undefined;
      const judged = await Promise.all(
        questions.map(async (question) => await judgePair(await question, judging, isSkipped)),
      );
      return { judged, until: undefined, agreed };
    }
    const result = await judgeUntil({
      ...until,
      questions: await Promise.all(questions),
      answers: await Promise.all(answers),
      judgePair: (question, isSkipped) => judgePair(question, judging, isSkipped),
      onRound: (soFar) => context.delivery?.add([], () => context.answerLog?.bestSoFar(soFar)),
      nextTurn: () => context.snapshot.upstream.nextTurn(context.account.id),
      isOver: () => signal.isStopped || context.cancelSignal.isStopped,
    });
    return { judged: result.judged.toSorted(byPlace), until: result, agreed };
  } catch (cause) {
    // Calls of other pairs may still run, and nobody gets their verdicts.
    signal.stop();
    throw cause;
  } finally {
    isJudged = true;
    clearTimeout(timer);
    forgetParent();
  }
}

function byPlace({ evaluation: one }: JudgedPair, { evaluation: other }: JudgedPair): number {
  return one.judge.index - other.judge.index || one.a.index - other.a.index || one.b.index - other.b.index;
}
