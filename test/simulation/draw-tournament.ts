import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../core/board/random.ts';
import { type Pair, pairsOf } from '../../core/pipeline/judge/answer-to-judge.ts';
import type { PairVerdict } from '../../core/pipeline/judge/until/verdict-table.ts';
import { judgeOdds, type JudgeOdds } from '../../core/pipeline/judge/until/judge-odds.ts';
import { logOddsWeight } from '../../core/statistics/log-odds-weight.ts';
import { pick } from './length-spread.ts';

interface JudgedSet {
  readonly labels: readonly number[];
  readonly verdicts: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>>;
}

/** What the judges said of one pair: 1 for the better answer, -1 for the other; null where none could be read. */
type Item = readonly (number | null)[];

/** Judges under one prompt, on one kind of pairs. */
interface JudgeRecord {
  readonly kind: Kind;
  readonly judges: number;
  readonly items: readonly Item[];
}

const file = join(import.meta.dirname, '../fixtures/judging/llmbar.json');
const sets = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, JudgedSet>>;

/** Plain requests, chats that people judged, and plain requests with pairs that were made to mislead judges. */
export const KINDS = ['natural', 'chats', 'misleading'] as const;
export type Kind = (typeof KINDS)[number];
const SETS_OF: Readonly<Record<Kind, readonly string[]>> = {
  natural: ['LLMBar/Natural'],
  chats: ['Processed/MT-Bench'],
  misleading: ['LLMBar/Natural', 'LLMBar/Adversarial/Neighbor', 'LLMBar/Adversarial/GPTInst'],
};
const JUDGES_OF_PANEL = 3;
const LABELS = 50;
const RECORDS = KINDS.flatMap((kind) => recordsOf(kind));

/** One world for each prompt under which at least a panel of judges was asked about all sets of the kind. */
function recordsOf(kind: Kind): readonly JudgeRecord[] {
  const setsOfKind = SETS_OF[kind].flatMap((name) => sets[name] ?? []);
  const [first] = setsOfKind;
  const prompts = new Set(Object.values(first?.verdicts ?? {}).flatMap((byPrompt) => Object.keys(byPrompt)));
  return [...prompts].flatMap((prompt) => {
    const judges = Object.keys(first?.verdicts ?? {}).filter((judge) =>
      setsOfKind.every(({ verdicts }) => verdicts[judge]?.[prompt] !== undefined),
    );
    if (judges.length < JUDGES_OF_PANEL) return [];
    const items = setsOfKind.flatMap(({ labels, verdicts }) =>
      labels.map((label, place) =>
        judges.map((judge) => valueOf(verdicts[judge]?.[prompt], place, String(label))),
      ),
    );
    return [{ kind, judges: judges.length, items }];
  });
}

function valueOf(orders: readonly [string, string] | undefined, place: number, label: string): number | null {
  const values = [orders?.[0][place], orders?.[1][place]].map((letter) =>
    letter === '=' ? 0 : letter === '1' || letter === '2' ? (letter === label ? 1 : -1) : undefined,
  );
  const [one, other] = values;
  return one === undefined || other === undefined ? null : (one + other) / 2;
}

/**
 * - `held-out`: calibrations and tournaments from the half that no constant was chosen by, split anew for each tournament.
 * - `development`: the same in the other half.
 * - `across`: calibrations from `development`, tournaments from `held-out`. By chance some judges are 10 points better in the
 *   one than in the other: it shows what a calibration is worth whose pairs are not those that are judged.
 */
export const HALVES = ['held-out', 'development', 'across'] as const;
export type Half = (typeof HALVES)[number];

export interface Tournament {
  readonly kind: Kind;
  readonly answers: number;
  /** The answer that is truly best. */
  readonly best: number;
  readonly pairs: readonly Pair[];
  /** What is known of the judges; one call costs what another does. */
  readonly judges: {
    readonly byLabels: readonly JudgeOdds[];
    readonly byFlips: readonly JudgeOdds[];
    readonly assumed: readonly JudgeOdds[];
  };
  /** By judge, as in a ranking. */
  readonly weights: readonly number[];
  /** What the judge says of a pair in both orders. */
  readonly ask: (pair: Pair, judge: number) => PairVerdict;
}

export interface TournamentTerms {
  readonly half: Half;
  /** How the pairs are split into halves: 0 for every second one, other numbers at random. */
  readonly split: number;
  /**
   * Neighbours in the true order get the harder of two drawn pairs, the one of which the judges say less that is right, and
   * answers far apart the easier. Otherwise a pair is as hard as any.
   */
  readonly hardNeighbours: boolean;
}

/**
 * Answers in a true order, and three judges of one world: each pair is a labelled pair, drawn, with what these judges said of
 * it. They are calibrated on other pairs, 50 at most. A panel has only judges whose calibration finds them better than
 * chance.
 */
export function drawTournament(
  answers: number,
  { half, split, hardNeighbours }: TournamentTerms,
  random: () => number,
): Tournament {
  const kind = KINDS[Math.floor(random() * KINDS.length)] ?? 'natural';
  for (;;) {
    const { items, judges: count } = pick(
      RECORDS.filter((record) => record.kind === kind),
      random,
    );
    const { calibrating, judged } = halves(items, { half, split }, random);
    const panel = shuffled([...Array.from({ length: count }).keys()], random).slice(0, JUDGES_OF_PANEL);
    const labelCounts = panel.map((judge) => countLabels(calibrating, judge));
    const weights = labelCounts.map(({ pairs, right, ties }) => logOddsWeight(right + ties / 2, pairs));
    if (weights.some((weight) => weight === 0)) continue;
    const ranks = shuffled([...Array.from({ length: answers }).keys()], random);
    const pairs = pairsOf(answers);
    const drawItem = ([one, other]: Pair): Item => {
      const item = pick(judged, random);
      if (!hardNeighbours) return item;
      const byEase = [item, pick(judged, random)].toSorted((hard, easy) => easeOf(hard) - easeOf(easy));
      const isNear = Math.abs((ranks[one] ?? 0) - (ranks[other] ?? 0)) === 1;
      return (isNear ? byEase[0] : byEase[1]) ?? item;
    };
    const itemOfPair = new Map(pairs.map((pair) => [String(pair), drawItem(pair)]));
    return {
      kind,
      answers,
      best: ranks.indexOf(0),
      pairs,
      judges: {
        byLabels: labelCounts.map((counts) => judgeOdds({ labelled: counts }, 1)),
        byFlips: labelCounts.map(({ pairs: judgedPairs, ties }) =>
          judgeOdds({ flips: { pairs: judgedPairs, flipped: ties } }, 1),
        ),
        assumed: panel.map(() => judgeOdds({}, 1)),
      },
      weights,
      ask(pair, judge) {
        const value = itemOfPair.get(String(pair))?.[panel[judge] ?? 0] ?? null;
        const isFirstBetter = (ranks[pair[0]] ?? 0) < (ranks[pair[1]] ?? 0);
        return { pair, judge, value: value === null || isFirstBetter ? value : -value };
      },
    };
  }
}

function halves(
  items: readonly Item[],
  { half, split }: Pick<TournamentTerms, 'half' | 'split'>,
  random: () => number,
): { readonly calibrating: readonly Item[]; readonly judged: readonly Item[] } {
  const inHalf = (rest: number): readonly Item[] =>
    shuffled(
      items.filter((_item, place) => halfOf(place, split) === rest),
      random,
    );
  if (half === 'across') return { calibrating: inHalf(1).slice(0, LABELS), judged: inHalf(0) };
  const ownItems = inHalf(half === 'held-out' ? 0 : 1);
  const middle = Math.min(LABELS, Math.floor(ownItems.length / 2));
  return { calibrating: ownItems.slice(0, middle), judged: ownItems.slice(middle) };
}

/** 0 is held out. The same for every tournament of a split. */
function halfOf(place: number, split: number): number {
  if (split === 0) return place % 2;
  return seededRandom(split * 65_537 + place)() < 0.5 ? 0 : 1;
}

function easeOf(item: Item): number {
  return item.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

function countLabels(items: readonly Item[], judge: number) {
  const values = items.flatMap((item) => item[judge] ?? []);
  return {
    pairs: values.length,
    right: values.filter((value) => value > 0).length,
    ties: values.filter((value) => value === 0).length,
  };
}

function shuffled<T>(values: readonly T[], random: () => number): readonly T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ value }) => value);
}
