import type { ManifestProblem } from '../manifests/load/manifest-problem.ts';
import type { PricedModels } from '../model-facts.ts';

/** The files to generate. */
export type GenerationTask = RegistryTask | ValidatorsTask;

/** The registry and the validators of some manifests. */
export interface RegistryTask {
  readonly kind: 'registry';
  /** Path of each manifest -> its YAML. */
  readonly manifests: ReadonlyMap<string, string>;
  /** Folder of the operator's own plugins. */
  readonly plugins: string | undefined;
  /** An existing folder for the files; if undefined, the manifests are only checked. */
  readonly folder?: string;
  /** The models of the registry in use. If set, prices that jump are refused. */
  readonly previous?: PricedModels;
}

/** The validators that do not depend on manifests. */
export interface ValidatorsTask {
  readonly kind: 'validators';
  /** An existing folder for the files. */
  readonly folder: string;
}

/** The thread's only message: the mistakes in the manifests. */
export type GenerationProblems = readonly ManifestProblem[];
