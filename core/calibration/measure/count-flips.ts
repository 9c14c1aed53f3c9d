import type { FlipCounts } from '../../generated/calibration.ts';
import type { Evaluation } from '../../generated/prompt-response.ts';

/** Adds up how often each judge kept its mind when two answers changed places, from evaluations of any requests. */
export class FlipTally {
  readonly #counts = new Map<string, { pairs: number; flipped: number }>();

  /** An evaluation without two verdicts says nothing of it. */
  add({ judge: { modelId }, agreement }: Pick<Evaluation, 'judge' | 'agreement'>): void {
    if (agreement === null) return;
    const counts = this.#counts.get(modelId) ?? { pairs: 0, flipped: 0 };
    counts.pairs += 1;
    if (agreement === 'contradictory') counts.flipped += 1;
    this.#counts.set(modelId, counts);
  }

  /** By model ID, in the order in which the judges were met. */
  get counts(): ReadonlyMap<string, FlipCounts> {
    return this.#counts;
  }
}
