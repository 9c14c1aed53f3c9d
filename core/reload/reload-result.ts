import { ManifestError } from '../manifests/load/manifest-problem.ts';
import { NO_MOVES } from '../registry/price-moves.ts';
import type { Changes, RegistryChanges } from '../registry/registry-changes.ts';

/** After `refused`, the gateway keeps the manifests and keys that it had. */
export type ReloadStatus = 'swapped' | 'unchanged' | 'refused';

/** A problem with its place in a manifest; the place is null if the problem has none. */
export interface ReloadProblem {
  readonly file: string | null;
  /** Both count from 1. */
  readonly line: number | null;
  readonly column: number | null;
  /** JSON Pointer. */
  readonly path: string | null;
  readonly message: string;
}

/** The result of a reload, for operators. */
export interface ReloadResult {
  readonly outcome: ReloadStatus;
  /** Hash of the manifests, calibrations and panels in use. */
  readonly registry: string;
  /** Number of models in use. */
  readonly models: number;
  /** The folder of manifests, as an absolute path. */
  readonly manifests: string;
  readonly changed: ReloadChanges;
  readonly problems: readonly ReloadProblem[];
}

export interface ReloadChanges extends RegistryChanges {
  /** Keys from files, each by the variable that it replaces. */
  readonly keys: Changes;
}

const NOTHING = { added: [], changed: [], removed: [] };
export const NO_CHANGES: ReloadChanges = {
  providers: NOTHING,
  models: NOTHING,
  prices: NO_MOVES,
  calibrations: NOTHING,
  panels: NOTHING,
  keys: NOTHING,
};

/** The problems that prevent the use of a registry. */
export function problemsOf(error: unknown): readonly ReloadProblem[] {
  if (error instanceof ManifestError) return error.problems;
  return [problem(error instanceof Error ? error.message : 'the reload failed')];
}

function problem(message: string): ReloadProblem {
  return { file: null, line: null, column: null, path: null, message };
}
