import type { Judging } from '../../../generated/prompt-response.ts';
import { skipPair, type ComparedAnswer, type JudgedPair, type PairQuestion } from '../judge-pair.ts';
import type { Pair } from '../answer-to-judge.ts';
import type { PreparedJudge } from '../prepare-judges.ts';
import { type JudgeWeights, roundFigure } from '../score-pair.ts';
import type { PairVerdict, Standing } from './verdict-table.ts';
import type { BestSoFar } from './best-so-far.ts';
import type { JudgeOdds } from './judge-odds.ts';
import { nextRound } from './next-round.ts';
import type { UntilPlan } from './plan-until.ts';

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
  readonly comparedAnswers: readonly ComparedAnswer[];
  /** Places in `comparedAnswers`. */
  readonly pairs: readonly Pair[];
  readonly weights: JudgeWeights;
  /** Asks one judge about one pair. It must not reject. */
  readonly ask: (question: PairQuestion) => Promise<JudgedPair>;
  /** Called for each pair that a judge skips. It must not throw. */
  readonly onSkipped: (pair: JudgedPair) => void;
  /** Called after each round. It must not throw. */
  readonly onRound: (soFar: BestSoFar) => void;
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
  const { comparedAnswers, odds, until, ask, isOver } = options;
  // A model without an answer is not compared and is never best.
  const answers = [...comparedAnswers.keys()].filter((place) => comparedAnswers[place]?.forfeits === false);
  const pairs = options.pairs
    .filter((pair) => pair.every((place) => answers.includes(place)))
    .map(([a, b]): Pair => [answers.indexOf(a), answers.indexOf(b)]);
  const { open, forfeits } = questionsOf(options, answers);
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
    const round = nextRound({ answers: answers.length, judges, pairs, verdicts, until });
    const leader = round.leader === null ? undefined : answers[round.leader];
    const soFar: BestSoFar = {
      asked: sentRuns,
      of,
      ...leaderOf(round, leader === undefined ? undefined : comparedAnswers[leader]),
    };
    if (verdicts.length > 0) options.onRound(soFar);
    if (round.stopped !== undefined || isOver()) {
      const skipped = [...open.values()].map((question) => skipPair(question, options.weights));
      for (const pair of skipped) options.onSkipped(pair);
      return {
        judged: [...judged, ...skipped],
        upstreamMs,
        judging: { ...soFar, stopped: round.stopped ?? 'deadline' },
        bestProbability: comparedAnswers.map((_one, place) =>
          roundFigure(round.bestProbability[answers.indexOf(place)] ?? 0),
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
  { judges, comparedAnswers, pairs }: Pick<JudgingUntil, 'judges' | 'comparedAnswers' | 'pairs'>,
  answers: readonly number[],
): { readonly open: Map<string, PairQuestion>; readonly forfeits: readonly PairQuestion[] } {
  const open = new Map<string, PairQuestion>();
  const forfeits: PairQuestion[] = [];
  for (const judge of judges) {
    for (const pair of pairs) {
      const [a, b] = [comparedAnswers[pair[0]], comparedAnswers[pair[1]]];
      if (a === undefined || b === undefined) throw new RangeError(`no output ${pair[0]} or ${pair[1]}`);
      const place: Place = {
        pair: [answers.indexOf(pair[0]), answers.indexOf(pair[1])],
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
  comparedAnswer: ComparedAnswer | undefined,
): Pick<BestSoFar, 'leader' | 'probability'> {
  if (leader === null || comparedAnswer === undefined) return { leader: null, probability: null };
  return { leader: comparedAnswer.participant, probability: roundFigure(bestProbability[leader] ?? 0) };
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
