import type { PriceMoves } from '../registry/price-moves.ts';
import type { Changes } from '../registry/registry-changes.ts';

export const RELOADED = ['models', 'providers', 'calibrations', 'panels', 'keys'] as const;
export type Reloaded = (typeof RELOADED)[number];

/** A problem with its place in a manifest; the place is null if the problem has none. */
export interface ShownProblem {
  readonly file: string | null;
  /** Both count from 1. */
  readonly line: number | null;
  readonly column: number | null;
  /** JSON Pointer. */
  readonly path: string | null;
  readonly message: string;
}

/** A gateway's answer to a reload. */
export interface ReloadAnswer {
  /** After `refused`, the gateway keeps the manifests and keys that it had. */
  readonly outcome: 'swapped' | 'unchanged' | 'refused';
  /** Hash of the manifests, calibrations and panels in use. */
  readonly registry: string;
  readonly models: number;
  /** Folder that it read. */
  readonly manifests: string;
  readonly changed: { readonly [kind in Reloaded]: Changes } & { readonly prices: PriceMoves };
  readonly problems: readonly ShownProblem[];
}

/** The numbers of added, changed and removed items, such as `+1 ~0 -2`. */
export function countChanges({ added, changed, removed }: Changes): string {
  return `+${added.length} ~${changed.length} -${removed.length}`;
}
