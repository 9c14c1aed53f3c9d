import type { FlipCounts, LabelledCounts } from '../../generated/calibration.ts';
import { cohenKappa } from '../../statistics/cohen-kappa.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import { isFlip, scoreOf, winnerOf, type JudgedPair, type JudgedRuns, type Winner } from './judged-pair.ts';

/** How much more often than the labels a judge prefers something, from -1 to 1. */
export interface Lean {
  readonly lean: number;
  /** Pairs it was seen on. */
  readonly pairs: number;
}

/** The figures of one judge on the labelled pairs that it read in both orders, unless a field has another base. */
export interface JudgeFigures {
  readonly modelId: string;
  readonly labelled: LabelledCounts;
  readonly flips: FlipCounts;
  /** From 0 to 1, a tie half where the label names a winner, and where 95 % of such measurements have the truth. */
  readonly accuracy: number;
  readonly interval: readonly [number, number];
  /** Null where it is not defined. */
  readonly kappa: number | null;
  /** With each judge of the panel, over pairs both read; null with itself. */
  readonly kappaWith: readonly (number | null)[];
  /** To the answer that stands first: 1 names the first in every run, -1 the second. Null where no run names a winner. */
  readonly toFirst: number | null;
  /** To the longer answer, where judge and label name a winner; null where there is no such pair. */
  readonly toLonger: Lean | null;
  /** To the answer of its own provider, where only one of the two is. */
  readonly toOwn: Lean | null;
  /** Runs on all pairs, including those not read in both orders. */
  readonly runs: number;
  /** Of these, verdicts that could not be read, and runs that failed. */
  readonly unreadable: number;
  readonly failed: number;
  /** Means over runs with a verdict; null without one. */
  readonly costUsd: number | null;
  readonly latencyMs: number | null;
}

/** @param providerOf undefined for a name that is no model's. */
export function judgeFigures(
  panel: readonly string[],
  pairs: readonly JudgedPair[],
  providerOf: (modelId: string) => string | undefined,
): readonly JudgeFigures[] {
  const verdicts = panel.map((_judge, index) => readVerdicts(pairs, index));
  return panel.map((modelId, index) => {
    const verdictsOfJudge = verdicts[index] ?? [];
    const runs = pairs.flatMap(({ judges }) => judges[index]?.runs ?? []);
    const readableRuns = runs.filter(({ status }) => status === 'completed');
    const labelled = countLabelled(verdictsOfJudge);
    const good = labelled.right + labelled.ties / 2;
    return {
      modelId,
      labelled,
      flips: {
        pairs: verdictsOfJudge.length,
        flipped: verdictsOfJudge.filter(({ judged }) => isFlip(judged)).length,
      },
      accuracy: verdictsOfJudge.length === 0 ? 0 : good / verdictsOfJudge.length,
      interval: wilsonInterval(good, verdictsOfJudge.length),
      kappa: cohenKappa(verdictsOfJudge.map(({ pair, winner }) => [pair.label, winner])),
      kappaWith: verdicts.map((others, other) =>
        other === index ? null : kappaBetween(verdictsOfJudge, others),
      ),
      toFirst: leanToFirst(verdictsOfJudge),
      toLonger: leanTo(verdictsOfJudge, ({ lengths: [a, b] }) => (a === b ? undefined : a > b ? 'a' : 'b')),
      toOwn: leanTo(verdictsOfJudge, (pair) => ownAnswer(pair, providerOf(modelId), providerOf)),
      runs: runs.length,
      unreadable: runs.filter(({ status }) => status === 'invalid').length,
      failed: runs.filter(({ status }) => status === 'failed').length,
      costUsd: mean(readableRuns.map(({ providerCost }) => providerCost)),
      latencyMs: mean(readableRuns.map(({ latencyMs }) => latencyMs)),
    };
  });
}

/** A pair that the judge read in both orders. */
interface ReadVerdict {
  readonly pair: JudgedPair;
  readonly judged: JudgedRuns;
  readonly winner: Winner;
}

function readVerdicts(pairs: readonly JudgedPair[], judge: number): readonly ReadVerdict[] {
  return pairs.flatMap((pair) => {
    const judged = pair.judges[judge];
    const score = scoreOf(judged);
    return judged === undefined || score === undefined ? [] : [{ pair, judged, winner: winnerOf(score) }];
  });
}

function countLabelled(own: readonly ReadVerdict[]): LabelledCounts {
  const right = own.filter(({ pair, winner }) => pair.label === winner).length;
  const ties = own.filter(({ pair, winner }) => winner === 'tie' && pair.label !== 'tie').length;
  return { pairs: own.length, right, ties };
}

function kappaBetween(own: readonly ReadVerdict[], others: readonly ReadVerdict[]): number | null {
  const byPair = new Map(others.map(({ pair, winner }) => [pair, winner]));
  return cohenKappa(
    own.flatMap(({ pair, winner }) => {
      const other = byPair.get(pair);
      return other === undefined ? [] : [[winner, other] as const];
    }),
  );
}

/** Every answer stands first as often as second, so a judge that follows the answers leans to neither. */
function leanToFirst(own: readonly ReadVerdict[]): number | null {
  let [first, second] = [0, 0];
  for (const { judged } of own) {
    for (const [place, { winner }] of judged.runs.entries()) {
      if (winner === 'tie' || winner === null) continue;
      if ((winner === 'a') === (place === 0)) first += 1;
      else second += 1;
    }
  }
  return first + second === 0 ? null : (first - second) / (first + second);
}

/** @param favourite the answer in question; undefined where neither is. */
function leanTo(
  own: readonly ReadVerdict[],
  favourite: (pair: JudgedPair) => 'a' | 'b' | undefined,
): Lean | null {
  const leans = own.flatMap(({ pair, winner }) => {
    const favouriteAnswer = favourite(pair);
    if (favouriteAnswer === undefined || winner === 'tie' || pair.label === 'tie') return [];
    return [Number(winner === favouriteAnswer) - Number(pair.label === favouriteAnswer)];
  });
  const lean = mean(leans);
  return lean === null ? null : { lean, pairs: leans.length };
}

function ownAnswer(
  { models }: JudgedPair,
  own: string | undefined,
  providerOf: (modelId: string) => string | undefined,
): 'a' | 'b' | undefined {
  if (models === undefined || own === undefined) return undefined;
  const [a, b] = models.map((modelId) => providerOf(modelId));
  if (a === undefined || b === undefined || (a === own) === (b === own)) return undefined;
  return a === own ? 'a' : 'b';
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
