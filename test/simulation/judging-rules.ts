import type { Pair } from '../../core/pipeline/judge/answer-to-judge.ts';
import {
  VerdictTable,
  type PlacedQuestion,
  type PairVerdict,
  type Standing,
} from '../../core/pipeline/judge/until/verdict-table.ts';
import { nextRound } from '../../core/pipeline/judge/until/next-round.ts';
import { panelBelief } from '../../core/pipeline/judge/until/judge-odds.ts';
import type { Tournament } from './draw-tournament.ts';

export interface Decision {
  /** Those that lead; of several the caller gets each as often. */
  readonly leaders: readonly number[];
  /** What is stated of the leader: the chance that it is best. */
  readonly probability?: number;
  readonly isSure?: boolean;
  /** What was asked at once, round after round. */
  readonly rounds: readonly (readonly PlacedQuestion[])[];
}

export type Rule = (tournament: Tournament) => Decision;

/** In the order of the table. */
export const RULES: Readonly<Record<string, Rule>> = {
  'all pairs, by win rate': (tournament) => allPairs(tournament, judgesOf(tournament)),
  'all pairs, judges alike': (tournament) =>
    allPairs({ ...tournament, weights: tournament.weights.map(() => 1) }, judgesOf(tournament)),
  'all pairs, by probability': allByProbability,
  'until 0.95': (tournament) => askUntil(tournament, 0.95),
  'until 0.8': (tournament) => askUntil(tournament, 0.8),
  'until 0.95, judges known by flips': (tournament) => askUntil(tournament, 0.95, 'byFlips'),
  'until 0.95, judges not known': (tournament) => askUntil(tournament, 0.95, 'assumed'),
  'drop-out rounds': dropOut,
  'king of the hill': (tournament) => kingOfTheHill(tournament, judgesOf(tournament)),
  'best judge alone, all pairs': (tournament) => allPairs(tournament, [bestJudge(tournament)]),
  'best judge alone, king of the hill': (tournament) => kingOfTheHill(tournament, [bestJudge(tournament)]),
};

function askUntil(
  { answers, judges: judgesBySource, pairs, ask }: Tournament,
  until: number,
  from: keyof Tournament['judges'] = 'byLabels',
): Decision {
  const judges = judgesBySource[from];
  const verdicts: PairVerdict[] = [];
  const rounds: (readonly PlacedQuestion[])[] = [];
  for (;;) {
    const round = nextRound({ answers, judges, pairs, verdicts, until });
    if (round.stopped !== undefined) return { ...leadersOf(round), isSure: round.stopped === 'sure', rounds };
    rounds.push(round.ask);
    verdicts.push(...round.ask.map(({ pair, judge }) => ask(pair, judge)));
  }
}

function leadersOf({
  leader,
  bestProbability,
}: Standing): Pick<Decision, 'leaders'> & { probability: number } {
  const probability = Math.max(...bestProbability);
  const equals = [...bestProbability.keys()].filter(
    (answer) => probability - (bestProbability[answer] ?? 0) < 1e-9,
  );
  return { leaders: leader === null ? equals : [leader], probability };
}

function judgesOf({ weights }: Tournament): readonly number[] {
  return [...weights.keys()];
}

function bestJudge({ weights }: Tournament): number {
  return weights.indexOf(Math.max(...weights));
}

function questions(pairs: readonly Pair[], judges: readonly number[]): readonly PlacedQuestion[] {
  return pairs.flatMap((pair) => judges.map((judge) => ({ pair, judge })));
}

/** The mean of the judges by their weights, from -1 (the second) to 1 (the first); 0 where none could be read. */
function meanOf({ ask, weights }: Tournament, pair: Pair, judges: readonly number[]): number {
  let [sum, total] = [0, 0];
  for (const judge of judges) {
    const { value } = ask(pair, judge);
    if (value === null) continue;
    sum += value * (weights[judge] ?? 0);
    total += weights[judge] ?? 0;
  }
  return total === 0 ? 0 : sum / total;
}

/** As requests without `judge_until` are ranked. */
function allPairs(tournament: Tournament, judges: readonly number[]): Decision {
  const rates = Array.from({ length: tournament.answers }, () => 0);
  for (const pair of tournament.pairs) {
    const mean = meanOf(tournament, pair, judges);
    rates[pair[0]] = (rates[pair[0]] ?? 0) + mean;
    rates[pair[1]] = (rates[pair[1]] ?? 0) - mean;
  }
  const most = Math.max(...rates);
  return {
    leaders: [...rates.keys()].filter((answer) => most - (rates[answer] ?? 0) < 1e-6),
    rounds: [questions(tournament.pairs, judges)],
  };
}

function allByProbability(tournament: Tournament): Decision {
  const { answers, pairs, ask } = tournament;
  const judges = tournament.judges.byLabels;
  const allQuestions = questions(pairs, judgesOf(tournament));
  const verdicts = allQuestions.map(({ pair, judge }) => ask(pair, judge));
  const standing = new VerdictTable(answers, panelBelief(judges), verdicts).standing();
  return { ...leadersOf(standing), rounds: [allQuestions] };
}

/** Neighbours meet, and whoever loses drops out; of equals the first stays. */
function dropOut(tournament: Tournament): Decision {
  const judges = judgesOf(tournament);
  const rounds: (readonly PlacedQuestion[])[] = [];
  let remaining: readonly number[] = [...Array.from({ length: tournament.answers }).keys()];
  while (remaining.length > 1) {
    const pairs: Pair[] = [];
    const stays: number[] = [];
    for (let place = 0; place < remaining.length; place += 2) {
      const [one = 0, other] = remaining.slice(place, place + 2);
      if (other !== undefined) pairs.push([one, other]);
      stays.push(other === undefined || meanOf(tournament, [one, other], judges) >= 0 ? one : other);
    }
    rounds.push(questions(pairs, judges));
    remaining = stays;
  }
  return { leaders: remaining, rounds };
}

/** Each answer in turn meets the best so far, which stays on a tie. */
function kingOfTheHill(tournament: Tournament, judges: readonly number[]): Decision {
  const rounds: (readonly PlacedQuestion[])[] = [];
  let king = 0;
  for (let next = 1; next < tournament.answers; next += 1) {
    const pair: Pair = [king, next];
    rounds.push(questions([pair], judges));
    if (meanOf(tournament, pair, judges) < 0) king = next;
  }
  return { leaders: [king], rounds };
}
