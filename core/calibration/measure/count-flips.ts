import type { FlipCounts } from '../../generated/calibration.ts';
import type { Evaluation } from '../../generated/prompt-response.ts';
import { hasCriteria, type JudgedWith } from '../judge-prompt-versions.ts';

/** The flips of one version of a judge with one version of the judge prompt. */
export interface VersionFlips extends FlipCounts {
  /** With a digest of the requests' own criteria where they had some. */
  readonly judgePrompt: string;
  readonly model: string;
}

/** Of one judge, all versions together; of each account at most its bound. */
export interface JudgeFlips extends FlipCounts {
  readonly modelId: string;
  /** All that counts, before any bound. */
  readonly versions: readonly VersionFlips[];
}

type VersionTally = { -readonly [Key in keyof VersionFlips]: VersionFlips[Key] } & {
  readonly account: number;
};

/** An account with no more pairs counts whole, however few the others have. */
const MIN_BOUND_PAIRS = 20;

/** Adds up how often each judge kept its mind when two answers changed places, from evaluations of any requests. */
export class FlipTally {
  readonly #judges = new Map<string, Map<string, VersionTally>>();
  readonly #countsOwnCriteria: boolean;
  #ownCriteriaPairs = 0;

  /** @param countsOwnCriteria whether verdicts by callers' own criteria count: a caller can write what makes any judge flip. */
  constructor(countsOwnCriteria: boolean) {
    this.#countsOwnCriteria = countsOwnCriteria;
  }

  /** Pairs that were left out because a caller's own criteria decided them. */
  get ownCriteriaPairs(): number {
    return this.#ownCriteriaPairs;
  }

  /**
   * An evaluation without two verdicts says nothing of it.
   * @param account whose request it is of.
   */
  add(
    { judge, agreement }: Pick<Evaluation, 'judge' | 'agreement'>,
    account: number,
    { judgePrompt, judges }: JudgedWith,
  ): void {
    if (agreement === null) return;
    if (!this.#countsOwnCriteria && hasCriteria(judgePrompt)) {
      this.#ownCriteriaPairs += 1;
      return;
    }
    // A successor's verdicts are its own.
    const modelId = judge.servedBy ?? judge.modelId;
    const model = judges[modelId];
    if (model === undefined) return;
    const tallies = this.#judges.get(modelId) ?? new Map<string, VersionTally>();
    this.#judges.set(modelId, tallies);
    const key = JSON.stringify([account, judgePrompt, model]);
    const counts = tallies.get(key) ?? { account, judgePrompt, model, pairs: 0, flipped: 0 };
    counts.pairs += 1;
    if (agreement === 'contradictory') counts.flipped += 1;
    tallies.set(key, counts);
  }

  /** In the order in which they were met. */
  get judges(): readonly JudgeFlips[] {
    return [...this.#judges].map(([modelId, byKey]) => {
      const tallies = [...byKey.values()];
      const all = sumOf(tallies);
      const accounts = [...Map.groupBy(tallies, ({ account }) => account).values()];
      const boundedSum = sumOf(accounts.map((ownCounts) => boundedCounts(sumOf(ownCounts), all.pairs)));
      const versions = Map.groupBy(tallies, ({ judgePrompt, model }) => JSON.stringify([judgePrompt, model]));
      return {
        modelId,
        ...boundedSum,
        versions: [...versions.values()].flatMap((ofVersion) => {
          const [first] = ofVersion;
          if (first === undefined) return [];
          return [{ judgePrompt: first.judgePrompt, model: first.model, ...sumOf(ofVersion) }];
        }),
      };
    });
  }
}

function sumOf(counts: readonly FlipCounts[]): FlipCounts {
  return {
    pairs: counts.reduce((sum, { pairs }) => sum + pairs, 0),
    flipped: counts.reduce((sum, { flipped }) => sum + flipped, 0),
  };
}

/** Of one account, at most half as many pairs as all others have together, with the same share of flips. */
function boundedCounts(ownCounts: FlipCounts, allPairs: number): FlipCounts {
  const others = allPairs - ownCounts.pairs;
  if (others === 0) return ownCounts;
  const pairs = Math.min(ownCounts.pairs, Math.max(MIN_BOUND_PAIRS, Math.floor(others / 2)));
  return { pairs, flipped: Math.round((ownCounts.flipped * pairs) / ownCounts.pairs) };
}
