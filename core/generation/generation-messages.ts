import type { PricedModels } from '../model-facts.ts';
import type { ManifestProblem } from '../manifests/load/manifest-problem.ts';

export type GenerationTask = RegistryTask | ValidatorsTask;

/** What a gateway runs on, of manifests. */
export interface RegistryTask {
  readonly kind: 'registry';
  /** Path of each manifest -> its YAML. */
  readonly manifests: ReadonlyMap<string, string>;
  /** Folder of the operator's own plugins. */
  readonly plugins: string | undefined;
  /** Where the files are written; it exists. Undefined where the manifests are only checked. */
  readonly folder?: string;
  /** What answers now; given, prices that jump are refused. */
  readonly previous?: PricedModels;
}

/** The validators of what no manifest changes. */
export interface ValidatorsTask {
  readonly kind: 'validators';
  /** Where the files are written; it exists. */
  readonly folder: string;
}

/** What the thread says at its end: nothing but mistakes. */
export interface GenerationEnd {
  readonly problems: readonly ManifestProblem[];
}
