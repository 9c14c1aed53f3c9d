import { ManifestError } from '../manifests/load/manifest-problem.ts';
import { NO_MOVES } from '../registry/price-moves.ts';
import type { Changes, RegistryChanges } from '../registry/registry-changes.ts';

/** `refused`: what ran before runs on. */
export type ReloadStatus = 'swapped' | 'unchanged' | 'refused';

/** A place in a manifest where there is one. */
export interface ReloadProblem {
  readonly file: string | null;
  /** Both count from 1. */
  readonly line: number | null;
  readonly column: number | null;
  /** JSON Pointer. */
  readonly path: string | null;
  readonly message: string;
}

/** What a reload came to, as operators are told. */
export interface ReloadResult {
  readonly outcome: ReloadStatus;
  /** Hash of the manifests, calibrations and panels that answer now, and how many models they have. */
  readonly registry: string;
  readonly models: number;
  /** Folder that was read, as an absolute path. */
  readonly manifests: string;
  readonly changed: ReloadChanges;
  readonly problems: readonly ReloadProblem[];
}

export interface ReloadChanges extends RegistryChanges {
  /** Keys that are read from files, by the variable each would be set in. */
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

/** What kept a registry from being used. */
export function problemsOf(error: unknown): readonly ReloadProblem[] {
  if (error instanceof ManifestError) return error.problems;
  return [problem(error instanceof Error ? error.message : 'the reload failed')];
}

function problem(message: string): ReloadProblem {
  return { file: null, line: null, column: null, path: null, message };
}
