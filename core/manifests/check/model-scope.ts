import type { Manifest, Model } from '../../generated/manifest.ts';
import type { ProblemMaker } from './check-constants.ts';

/** One model of a manifest, and how to point at something in it. */
export interface ModelScope {
  readonly manifest: Manifest;
  readonly model: Model;
  readonly problem: ProblemMaker;
}
