import type { Judging } from '../../../generated/prompt-response.ts';
import type { AnswerToJudge } from '../answer-to-judge.ts';
import type { JudgedPair, PairQuestion } from '../judge-pair.ts';
import { roundFigure } from '../score-pair.ts';
import type { PairVerdict, PlacedQuestion } from './verdict-table.ts';
import type { JudgeOdds } from './judge-odds.ts';
import { nextRound } from './next-round.ts';
import type { UntilPlan } from './plan-until.ts';

/** The progress of `judge_until`, as events report it. */
export type BestSoFar = Omit<Judging, 'stopped'>;

/** The result of `judge_until`. */
export interface JudgedUntil {
  readonly judging: Judging;
  /** By place among the compared answers. The sum is 1, or 0 if no model answered. */
  readonly bestProbability: readonly number[];
  /** The sum over all rounds of each round's slowest question, in milliseconds. */
  readonly upstreamMs: number;
}

interface JudgingUntil extends UntilPlan {
  /** Every judge has one about each pair. */
  readonly questions: readonly PairQuestion[];
  /** In the order of the request. */
  readonly answers: readonly AnswerToJudge[];
  /** Has one judge compare one pair, or makes the evaluation of a pair that it skips. It must not reject. */
  readonly judgePair: (question: PairQuestion, isSkipped?: boolean) => Promise<JudgedPair>;
  /** Called after each round. It must not throw. */
  readonly onRound: (soFar: BestSoFar) => void;
  /** Gives way to other work before a round is chosen, which takes milliseconds for the widest requests. */
  readonly nextTurn: () => Promise<void>;
  /** Whether the deadline has passed or the request was cancelled. In both cases `stopped` is `deadline`. */
  readonly isOver: () => boolean;
}

/**
 * Asks in rounds until the leader is best with the requested probability, or further questions would hardly change that. Each
 * round is judged completely before the next is chosen.
 * @returns an evaluation for every judge and pair, in no particular order. Those of skipped questions say so.
 */
export async function judgeUntil(
  options: JudgingUntil,
): Promise<JudgedUntil & { readonly judged: readonly JudgedPair[] }> {
  const { questions, answers, odds, until, judgePair, isOver } = options;
  // A model without an answer is not compared and is never best.
  const compared = answers.filter(({ forfeits }) => !forfeits);
  const isForfeit = ({ a, b }: PairQuestion): boolean => a.forfeits || b.forfeits;
  const placeOf = ({ judge, a, b }: PairQuestion): PlacedQuestion => ({
    judge: judge.participant.index,
    pair: [compared.indexOf(a), compared.indexOf(b)],
  });
  const comparable = questions.filter((question) => !isForfeit(question));
  const open = new Map(comparable.map((question) => [nameOf(placeOf(question)), question]));
  // All judges compare the same pairs.
  const pairs = comparable
    .filter(({ judge }) => judge.participant.index === 0)
    .map((question) => placeOf(question).pair);
  const of = 2 * open.size;
  const judged = await Promise.all(questions.filter(isForfeit).map((question) => judgePair(question)));
  const verdicts: PairVerdict[] = [];
  let [upstreamMs, sentRuns] = [0, 0];
  const judgeStates: JudgeState[] = odds.map((judgeOdds) => ({
    odds: judgeOdds,
    hasAnswered: false,
    questionsWithoutVerdict: 0,
  }));
  for (;;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- each round depends on the one before
    await options.nextTurn();
    const judges = judgeStates.map(oddsOf);
    const round = nextRound({ answers: compared.length, judges, pairs, verdicts, until });
    const leader = round.leader === null ? undefined : compared[round.leader];
    const probability = roundFigure(round.bestProbability[round.leader ?? 0] ?? 0);
    const soFar: BestSoFar = {
      asked: sentRuns,
      of,
      leader: leader?.participant ?? null,
      probability: leader === undefined ? null : probability,
    };
    if (verdicts.length > 0) options.onRound(soFar);
    if (round.stopped !== undefined || isOver()) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- the loop ends here
      const skipped = await Promise.all([...open.values()].map((question) => judgePair(question, true)));
      return {
        judged: [...judged, ...skipped],
        upstreamMs,
        judging: { ...soFar, stopped: round.stopped ?? 'deadline' },
        bestProbability: answers.map((answer) =>
          roundFigure(round.bestProbability[compared.indexOf(answer)] ?? 0),
        ),
      };
    }
    const asking = round.ask.flatMap((place) => {
      const question = open.get(nameOf(place));
      return question !== undefined && open.delete(nameOf(place)) ? [{ place, question }] : [];
    });
    if (asking.length === 0) throw new RangeError('a round of judging asks nothing that is open');
    // oxlint-disable-next-line eslint/no-await-in-loop -- each round depends on the one before
    const ofRound = await Promise.all(
      asking.map(async ({ place, question }) => ({ place, pair: await judgePair(question) })),
    );
    upstreamMs += Math.max(...ofRound.map(({ pair }) => pair.upstreamMs));
    for (const { place, pair } of ofRound) {
      judged.push(pair);
      sentRuns += pair.sentRuns;
      verdicts.push({ ...place, value: pair.evaluation.axes.accuracy.value });
      recordVerdict(judgeStates[place.judge], pair);
      if (!isRefused(pair)) continue;
      // Its verdicts so far count, and its open questions count as failed, so that nobody asks them.
      for (const left of [...open.values()].map(placeOf))
        if (left.judge === place.judge) verdicts.push({ ...left, value: null });
    }
  }
}

function nameOf({ pair, judge }: PlacedQuestion): string {
  return `${judge} ${pair[0]} ${pair[1]}`;
}

interface JudgeState {
  readonly odds: JudgeOdds;
  hasAnswered: boolean;
  /** Infinite once its provider has refused the key. */
  questionsWithoutVerdict: number;
}

/** After this many questions without a verdict, a judge that has given none gets no further ones. */
const MAX_WITHOUT_VERDICT = 3;

/** Whether the provider refuses the key, or has none, so that every further question would fail. */
function isRefused({ evaluation: { runs } }: JudgedPair): boolean {
  return runs.some(({ error }) => error?.code === 'provider_auth' || error?.code === 'provider_unconfigured');
}

/** Stops asking a judge that cannot answer. */
function recordVerdict(judge: JudgeState | undefined, pair: JudgedPair): void {
  if (judge === undefined) return;
  const isCompleted = pair.evaluation.status === 'completed';
  judge.hasAnswered ||= isCompleted;
  if (!isCompleted) judge.questionsWithoutVerdict += 1;
  if (isRefused(pair)) judge.questionsWithoutVerdict = Infinity;
}

function oddsOf({ odds, hasAnswered, questionsWithoutVerdict }: JudgeState): JudgeOdds {
  const isSilent = !hasAnswered && questionsWithoutVerdict >= MAX_WITHOUT_VERDICT;
  return isSilent ? { ...odds, right: 0.5 } : odds;
}
