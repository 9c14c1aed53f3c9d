import { chanceError } from '../../../statistics/best-probability.ts';
import type { Pair } from '../answer-to-judge.ts';
import { VerdictTable, type PlacedQuestion, type PairVerdict, type Standing } from './verdict-table.ts';
import { type JudgeOdds, panelBelief, type PanelBelief, shareForFirst } from './judge-odds.ts';

/**
 * Judging ends if the best remaining questions, one for each pair, are together worth less than this share of the doubt
 * that the caller allows.
 */
const WORTH_ASKING = 0.08;
/** A round has the best question, and all that are worth at least this share of it. */
const WORTH_A_ROUND = 0.45;

/** The state of the judging, from which the next round follows. */
export interface JudgingSoFar {
  /** How many answers there are, from 0 to 64. */
  readonly answers: number;
  /** With at most 8 that are better than chance, a round takes milliseconds. */
  readonly judges: readonly JudgeOdds[];
  /** The pairs that may be asked about now, each once. */
  readonly pairs: readonly Pair[];
  readonly verdicts: readonly PairVerdict[];
  /** The requested probability that the leader is best, from 0.5 to 0.999. */
  readonly until: number;
}

/** The next questions, or the reason to stop. */
export type Round = Standing &
  (
    | { readonly stopped: undefined; readonly ask: readonly PlacedQuestion[] }
    /** `sure`: the leader is best with the requested probability. `exhausted`: further questions would hardly change that. */
    | { readonly stopped: 'sure' | 'exhausted' }
  );

/**
 * Chooses the next questions, which are asked at once, each in both orders. The function is pure: the same verdicts in any
 * order give the same round. No question comes twice, so the rounds of a request end.
 */
export function nextRound({ answers, judges, pairs, verdicts, until }: JudgingSoFar): Round {
  const belief = panelBelief(judges);
  const table = new VerdictTable(answers, belief, verdicts);
  const standing = table.standing();
  const { bestProbability, leader } = standing;
  if (leader !== null && (bestProbability[leader] ?? 0) >= until + chanceError(answers))
    return { ...standing, stopped: 'sure' };
  const worthAsking = WORTH_ASKING * (1 - until);
  const before = { table, belief, judges, bestProbability };
  const leastWorth = worthAsking / pairs.length;
  const questions = pairs.flatMap((pair) => bestQuestion(pair, before, leastWorth) ?? []);
  const remainingWorth = questions.reduce((sum, { worth }) => sum + worth, 0);
  if (remainingWorth <= worthAsking) return { ...standing, stopped: 'exhausted' };
  return { ...standing, stopped: undefined, ask: pickRound(questions) };
}

interface WeighedQuestion extends PlacedQuestion {
  readonly worth: number;
  readonly worthPerCost: number;
  /** The chance that the pair's first answer is the better one, if one of the two is best of all. */
  readonly share: number;
}

/** The state of the judging before a round. */
interface BeforeRound extends Pick<Standing, 'bestProbability'> {
  readonly table: VerdictTable;
  readonly belief: PanelBelief;
  readonly judges: readonly JudgeOdds[];
}

/**
 * The question to the judge with the most information for its price; undefined if no judge is left, or if the two answers
 * have so little chance to be best that no question about them can be worth `leastWorth`.
 */
function bestQuestion(
  pair: Pair,
  { table, belief, judges, bestProbability }: BeforeRound,
  leastWorth: number,
): WeighedQuestion | undefined {
  const [first, second] = [bestProbability[pair[0]] ?? 0, bestProbability[pair[1]] ?? 0];
  if ((first + second) ** 2 * MAX_SPREAD < leastWorth) return undefined;
  const before = { odds: table.odds(pair), clear: belief.clear, chances: [first, second] } as const;
  let best: WeighedQuestion | undefined;
  for (const judge of table.judgesLeft(pair)) {
    const { decided = 0, costMicroCredits = 1 } = judges[judge] ?? {};
    const worth = questionWorth(before, { faithful: belief.faithful[judge] ?? 1, decided });
    const worthPerCost = worth / costMicroCredits;
    if (best !== undefined && worthPerCost <= best.worthPerCost) continue;
    best = { pair, judge, worth, worthPerCost, share: first / (first + second) };
  }
  return best;
}

/** A pair before a further question. */
interface PairBefore {
  /** The odds that the first answer seems better, by the verdicts so far. */
  readonly odds: number;
  readonly clear: number;
  /** The chances of the two answers to be the best of all. */
  readonly chances: readonly [number, number];
}

/** Upper bound of the expected square by which a verdict moves a share: from even (0.5) to sure (0 or 1). */
const MAX_SPREAD = 0.25;

/**
 * By how much one judge's verdict is expected to lower the uncertainty about who is best: half the expected reduction of
 * Gini impurity (one minus the sum of squared chances), if only the chances of these two answers change. At least 0; at most a quarter
 * of the square of their chances together.
 * @param faithful the odds that a decided verdict names the answer that seems better.
 * @param decided the chance of a verdict that is decided.
 */
function questionWorth(
  { odds, clear, chances: [first, second] }: PairBefore,
  { faithful, decided }: { readonly faithful: number; readonly decided: number },
): number {
  const both = first + second;
  const share = first / both;
  const before = shareForFirst(odds, clear);
  const right = faithful / (1 + faithful);
  // Given which of the two is better, the chance that it seems so, and so of a verdict for the first.
  const seemsIfFirst = (clear * odds) / (1 + odds) / before;
  const seemsIfSecond = ((1 - clear) * odds) / (1 + odds) / (1 - before);
  const verdictIfFirst = seemsIfFirst * right + (1 - seemsIfFirst) * (1 - right);
  const verdictIfSecond = seemsIfSecond * right + (1 - seemsIfSecond) * (1 - right);
  const verdictForFirst = share * verdictIfFirst + (1 - share) * verdictIfSecond;
  const shareIfVerdict = (share * verdictIfFirst) / verdictForFirst;
  const shareIfNot = (share * (1 - verdictIfFirst)) / (1 - verdictForFirst);
  const spread =
    verdictForFirst * (shareIfVerdict - share) ** 2 + (1 - verdictForFirst) * (shareIfNot - share) ** 2;
  return both ** 2 * decided * spread;
}

/**
 * The best questions first. A further question about an answer is worth less by the chance that it loses one that is asked
 * beside it: so the first rounds have each answer once, and later ones the leader against several.
 */
function pickRound(questions: readonly WeighedQuestion[]): readonly PlacedQuestion[] {
  const sorted = questions.toSorted((one, other) => other.worthPerCost - one.worthPerCost);
  const least = WORTH_A_ROUND * (sorted[0]?.worthPerCost ?? 0);
  const survivalChance = new Map<number, number>();
  const picked: PlacedQuestion[] = [];
  for (const { pair, judge, worthPerCost, share } of sorted) {
    const [first, second] = [survivalChance.get(pair[0]) ?? 1, survivalChance.get(pair[1]) ?? 1];
    if (worthPerCost * first * second < least) continue;
    picked.push({ pair, judge });
    survivalChance.set(pair[0], first * share);
    survivalChance.set(pair[1], second * (1 - share));
  }
  return picked;
}
