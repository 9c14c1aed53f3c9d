import type { Judging } from '../../../generated/prompt-response.ts';
import type { AnswerToJudge, Pair } from '../answer-to-judge.ts';
import { skipPair, type JudgedPair, type PairQuestion } from '../judge-pair.ts';
import type { PreparedJudge } from '../prepare-judges.ts';
import { type JudgeWeights, roundFigure } from '../score-pair.ts';
import type { PairVerdict, Standing } from './verdict-table.ts';
import type { JudgeOdds } from './judge-odds.ts';
import { nextRound } from './next-round.ts';
import type { UntilPlan } from './plan-until.ts';

/** The progress of `judge_until`, as events report it. */
export type BestSoFar = Omit<Judging, 'stopped'>;

/** Learns of the judging while it goes on. Its methods must not throw. */
export interface JudgingListener {
  /** Called with each evaluation as soon as it is final. */
  onJudged(pair: JudgedPair): void;
  /** Called after each round of `judge_until`. */
  onRound(soFar: BestSoFar): void;
}

/** The result of `judge_until`. */
export interface JudgedUntil {
  readonly judging: Judging;
  /** By place among the compared answers. The sum is 1, or 0 if no model answered. */
  readonly bestProbability: readonly number[];
  /** The sum of the slowest questions of all rounds, in milliseconds. */
  readonly upstreamMs: number;
}

export interface JudgingUntil extends UntilPlan {
  readonly judges: readonly PreparedJudge[];
  /** In the order of the request. */
  readonly answers: readonly AnswerToJudge[];
  /** Places in `answers`. */
  readonly pairs: readonly Pair[];
  readonly weights: JudgeWeights;
  /** Asks one judge about one pair, and tells the listener. It must not reject. */
  readonly ask: (question: PairQuestion) => Promise<JudgedPair>;
  /** Told here of the pairs that judges skip, and of rounds. */
  readonly listener: JudgingListener;
  /** Gives way to other work before a round is chosen, which takes milliseconds for the widest requests. */
  readonly nextTurn: () => Promise<void>;
  /** Whether the deadline has passed or the request was cancelled. */
  readonly isOver: () => boolean;
}

/** One question in both orders: its judge, and the places of its pair among the answers. */
type Place = Pick<PairVerdict, 'pair' | 'judge'>;

/**
 * Asks in rounds until the leader is best with the requested probability, or further questions would hardly change that. Each
 * round is judged completely before the next is chosen.
 * @returns an evaluation for every judge and pair, in no particular order. Those of skipped questions say so.
 */
export async function judgeUntil(
  options: JudgingUntil,
): Promise<JudgedUntil & { readonly judged: readonly JudgedPair[] }> {
  const { answers, odds, until, ask, listener, isOver } = options;
  // A model without an answer is not compared and is never best.
  const compared = [...answers.keys()].filter((place) => answers[place]?.forfeits === false);
  const pairs = options.pairs
    .filter((pair) => pair.every((place) => compared.includes(place)))
    .map(([a, b]): Pair => [compared.indexOf(a), compared.indexOf(b)]);
  const { open, forfeits } = questionsOf(options, compared);
  const of = 2 * open.size;
  const judged = await Promise.all(forfeits.map(ask));
  const verdicts: PairVerdict[] = [];
  let [upstreamMs, sentRuns] = [0, 0];
  const judgeStates: JudgeState[] = odds.map((judgeOdds) => ({
    odds: judgeOdds,
    hasFailed: false,
    hasAnswered: false,
    questionsWithoutVerdict: 0,
  }));
  for (;;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- each round depends on the one before
    await options.nextTurn();
    const judges = judgeStates.map(oddsOf);
    const round = nextRound({ answers: compared.length, judges, pairs, verdicts, until });
    const leader = round.leader === null ? undefined : compared[round.leader];
    const soFar: BestSoFar = {
      asked: sentRuns,
      of,
      ...leaderOf(round, leader === undefined ? undefined : answers[leader]),
    };
    if (verdicts.length > 0) listener.onRound(soFar);
    if (round.stopped !== undefined || isOver()) {
      const skipped = [...open.values()].map((question) => skipPair(question, options.weights));
      for (const pair of skipped) listener.onJudged(pair);
      return {
        judged: [...judged, ...skipped],
        upstreamMs,
        judging: { ...soFar, stopped: round.stopped ?? 'deadline' },
        bestProbability: answers.map((_one, place) =>
          roundFigure(round.bestProbability[compared.indexOf(place)] ?? 0),
        ),
      };
    }
    const questions = round.ask.flatMap((place) => {
      const question = open.get(nameOf(place));
      return question !== undefined && open.delete(nameOf(place)) ? [{ place, question }] : [];
    });
    if (questions.length === 0) throw new RangeError('a round of judging asks nothing that is open');
    // oxlint-disable-next-line eslint/no-await-in-loop -- each round depends on the one before
    const ofRound = await Promise.all(
      questions.map(async ({ place, question }) => ({ place, pair: await ask(question) })),
    );
    upstreamMs += Math.max(...ofRound.map(({ pair }) => pair.upstreamMs));
    for (const { place, pair } of ofRound) {
      judged.push(pair);
      sentRuns += pair.sentRuns;
      verdicts.push({ ...place, value: pair.evaluation.axes.accuracy.value });
      recordVerdict(judgeStates[place.judge], pair);
    }
  }
}

/** The questions about pairs that can be compared, by name, and those about pairs that cannot. */
function questionsOf(
  { judges, answers, pairs }: Pick<JudgingUntil, 'judges' | 'answers' | 'pairs'>,
  compared: readonly number[],
): { readonly open: Map<string, PairQuestion>; readonly forfeits: readonly PairQuestion[] } {
  const open = new Map<string, PairQuestion>();
  const forfeits: PairQuestion[] = [];
  for (const judge of judges) {
    for (const pair of pairs) {
      const [a, b] = [answers[pair[0]], answers[pair[1]]];
      if (a === undefined || b === undefined) throw new RangeError(`no answer ${pair[0]} or ${pair[1]}`);
      const place: Place = {
        pair: [compared.indexOf(pair[0]), compared.indexOf(pair[1])],
        judge: judge.index,
      };
      if (a.forfeits || b.forfeits) forfeits.push({ judge, a, b });
      else open.set(nameOf(place), { judge, a, b });
    }
  }
  return { open, forfeits };
}

function nameOf({ pair, judge }: Place): string {
  return `${judge} ${pair[0]} ${pair[1]}`;
}

function leaderOf(
  { leader, bestProbability }: Standing,
  answer: AnswerToJudge | undefined,
): Pick<BestSoFar, 'leader' | 'probability'> {
  if (leader === null || answer === undefined) return { leader: null, probability: null };
  return { leader: answer.participant, probability: roundFigure(bestProbability[leader] ?? 0) };
}

interface JudgeState {
  readonly odds: JudgeOdds;
  hasAnswered: boolean;
  /** It has failed for good. */
  hasFailed: boolean;
  /** The number of questions without a verdict. */
  questionsWithoutVerdict: number;
}

/** After this many questions without a verdict, a judge gets no further ones. */
const MAX_WITHOUT_VERDICT = 3;

/** Stops asking a judge that cannot answer, for example because its provider refuses the key. */
function recordVerdict(judge: JudgeState | undefined, { evaluation: { status, runs } }: JudgedPair): void {
  if (judge === undefined) return;
  judge.hasAnswered ||= status === 'completed';
  if (status !== 'completed') judge.questionsWithoutVerdict += 1;
  judge.hasFailed ||= judge.questionsWithoutVerdict >= MAX_WITHOUT_VERDICT;
  judge.hasFailed ||= runs.some(({ error }) => error?.retryable === false);
}

function oddsOf({ odds, hasFailed, hasAnswered }: JudgeState): JudgeOdds {
  return hasFailed && !hasAnswered ? { ...odds, right: 0.5 } : odds;
}
