import type { ManifestProblem } from '../manifests/load/manifest-problem.ts';

export interface GenerationTask {
  /** Path of each manifest -> its YAML. */
  readonly manifests: ReadonlyMap<string, string>;
  /** Folder of the operator's own plugins. */
  readonly plugins: string | undefined;
  /** Where the files are written; it exists. */
  readonly folder: string;
}

/** What the thread says at its end: nothing but mistakes. */
export interface GenerationEnd {
  readonly problems: readonly ManifestProblem[];
}
