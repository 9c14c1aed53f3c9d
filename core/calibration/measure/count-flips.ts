import type { FlipCounts } from '../../generated/calibration.ts';
import type { Evaluation } from '../../generated/prompt-response.ts';
import type { JudgedWith } from '../judged-with.ts';
import { builtInVersions } from '../judge-prompt-versions.ts';
import { UNKNOWN_VERSION } from '../model-version.ts';
import type { JudgingNow } from '../moved-parts.ts';

/** Of one judge the verdicts that one version of it gave by one version of the judge prompt. */
export interface VersionFlips extends FlipCounts {
  /** With a digest of the requests' own criteria where they had some. */
  readonly judgePrompt: string;
  readonly model: string;
}

/** Of one judge, all versions together. */
export interface JudgeFlips extends FlipCounts {
  readonly modelId: string;
  readonly versions: readonly VersionFlips[];
}

type Tallied = { -readonly [Key in keyof VersionFlips]: VersionFlips[Key] };

/** Adds up how often each judge kept its mind when two answers changed places, from evaluations of any requests. */
export class FlipTally {
  readonly #judges = new Map<string, Map<string, Tallied>>();
  readonly #now: JudgingNow | undefined;

  /** @param now with it, only verdicts of these versions count. */
  constructor(now?: JudgingNow) {
    this.#now = now;
  }

  /**
   * An evaluation without two verdicts says nothing of it.
   * @param judgedWith undefined where it is not known.
   */
  add({ judge, agreement }: Pick<Evaluation, 'judge' | 'agreement'>, judgedWith?: JudgedWith): void {
    if (agreement === null) return;
    // A successor's verdicts are its own.
    const modelId = judge.servedBy ?? judge.modelId;
    const judgePrompt = judgedWith?.judgePrompt ?? UNKNOWN_VERSION;
    const model = judgedWith?.judges[modelId] ?? UNKNOWN_VERSION;
    if (this.#now !== undefined && !isOf(this.#now, { judgePrompt, modelId, model })) return;
    const versions = this.#judges.get(modelId) ?? new Map<string, Tallied>();
    this.#judges.set(modelId, versions);
    const key = JSON.stringify([judgePrompt, model]);
    const counts = versions.get(key) ?? { judgePrompt, model, pairs: 0, flipped: 0 };
    counts.pairs += 1;
    if (agreement === 'contradictory') counts.flipped += 1;
    versions.set(key, counts);
  }

  /** In the order in which they were met. */
  get judges(): readonly JudgeFlips[] {
    return [...this.#judges].map(([modelId, counted]) => {
      const versions = [...counted.values()];
      const sum = (of: 'pairs' | 'flipped'): number =>
        versions.reduce((total, counts) => total + counts[of], 0);
      return { modelId, pairs: sum('pairs'), flipped: sum('flipped'), versions };
    });
  }
}

function isOf(
  now: JudgingNow,
  given: { readonly judgePrompt: string; readonly modelId: string; readonly model: string },
): boolean {
  const [builtIn] = builtInVersions(given.judgePrompt);
  return builtIn === now.judgePrompt && given.model === now.versionOf(given.modelId);
}
