import { logOddsWeight } from '../../statistics/log-odds-weight.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import { isFlip, scoreOf, winnerOf, type JudgedPair, type JudgedRuns } from './judged-pair.ts';

/** The accuracy of a panel under one weighting of its judges. */
export interface PanelFigures {
  /** `best`: the one judge that is right most often, alone. */
  readonly weighting: 'alike' | 'flips' | 'labels' | 'best';
  readonly accuracy: number;
  readonly interval: readonly [number, number];
}

const WEIGHTINGS: readonly PanelFigures['weighting'][] = ['alike', 'flips', 'labels', 'best'];

/**
 * The panel's accuracy under each weighting, by leave-one-out: the weights that decide a pair are counted over all others,
 * so that no pair vouches for itself. A tie is half right where the label names a winner. A pair that no judge could read is
 * left out; one that only judges without a say could read is a tie.
 * @param judges how many the panel has.
 * @returns nothing where no pair was read.
 */
export function panelFigures(judges: number, all: readonly JudgedPair[]): readonly PanelFigures[] {
  const pairs = all.filter((pair) => pair.judges.some((judged) => scoreOf(judged) !== undefined));
  if (pairs.length === 0) return [];
  const places = Array.from({ length: judges }, (_none, index) => index);
  const credits = places.map((judge) => pairs.map((pair) => creditOf(pair, judge)));
  const totals = credits.map((own) => own.reduce<JudgeTally>((sum, one) => add(sum, one), NOTHING));
  return WEIGHTINGS.map((weighting) => {
    const pairCredits = pairs.map((pair, index) => {
      const rest = totals.map((total, judge) => add(total, credits[judge]?.[index], -1));
      return credit(pair.label, decide(pair, weightsBy(weighting, rest)));
    });
    const good = pairCredits.reduce((sum, one) => sum + one, 0);
    return {
      weighting,
      accuracy: good / pairs.length,
      interval: wilsonInterval(good, pairs.length),
    };
  });
}

/** The counts of a judge over some pairs that it read in both orders. */
interface JudgeTally {
  readonly pairs: number;
  readonly good: number;
  readonly flipped: number;
}

const NOTHING: JudgeTally = { pairs: 0, good: 0, flipped: 0 };

function creditOf({ label, judges }: JudgedPair, judge: number): JudgeTally | undefined {
  const judged: JudgedRuns | undefined = judges[judge];
  const score = scoreOf(judged);
  if (judged === undefined || score === undefined) return undefined;
  return { pairs: 1, good: credit(label, score), flipped: Number(isFlip(judged)) };
}

/** @param sign -1 takes the second tally out of the first. */
function add(total: JudgeTally, one: JudgeTally = NOTHING, sign: 1 | -1 = 1): JudgeTally {
  return {
    pairs: total.pairs + sign * one.pairs,
    good: total.good + sign * one.good,
    flipped: total.flipped + sign * one.flipped,
  };
}

/** As a request weighs them: all alike where nobody is better than chance. */
function weightsBy(weighting: PanelFigures['weighting'], judges: readonly JudgeTally[]): readonly number[] {
  const weights = judges.map(({ pairs, good, flipped }) =>
    weighting === 'alike' ? 1 : logOddsWeight(weighting === 'flips' ? pairs - flipped : good, pairs),
  );
  if (weighting === 'best') {
    const shares = judges.map(({ pairs, good }) => (good + 1) / (pairs + 2));
    const best = shares.indexOf(Math.max(...shares));
    return judges.map((_judge, index) => Number(index === best));
  }
  return weights.some((weight) => weight > 0) ? weights : judges.map(() => 1);
}

/** The mean of the judges' scores by their weights; 0 where none with a say read the pair. */
export function decide({ judges }: JudgedPair, weights: readonly number[]): number {
  let [sum, total] = [0, 0];
  for (const [index, judged] of judges.entries()) {
    const score = scoreOf(judged);
    const weight = weights[index] ?? 0;
    if (score === undefined || weight <= 0) continue;
    sum += weight * score;
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}

/** Closer to zero than this is rounding. */
const TOLERANCE = 1e-9;

/** 1 for a right verdict, a half for a tie where the label names a winner, else 0. */
export function credit(label: JudgedPair['label'], score: number): number {
  const winner = winnerOf(Math.abs(score) < TOLERANCE ? 0 : score);
  if (winner === label) return 1;
  return winner === 'tie' ? 0.5 : 0;
}
