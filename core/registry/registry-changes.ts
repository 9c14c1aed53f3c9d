import { isDeepStrictEqual } from 'node:util';
import type { Registry } from './registry.ts';

/** IDs, in the order of the manifests. */
export interface Changes {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export interface RegistryChanges {
  readonly providers: Changes;
  readonly models: Changes;
}

export function compareRegistries(earlier: Registry, later: Registry): RegistryChanges {
  const models = ({ entries }: Registry) => entries.map(({ model }) => model);
  return {
    providers: compare(earlier.providers, later.providers),
    models: compare(models(earlier), models(later)),
  };
}

interface Identified {
  readonly id: string;
}

function compare(earlier: readonly Identified[], later: readonly Identified[]): Changes {
  const before = new Map(earlier.map((one) => [one.id, one]));
  const after = new Set(later.map(({ id }) => id));
  const known = later.filter(({ id }) => before.has(id));
  return {
    added: later.filter(({ id }) => !before.has(id)).map(({ id }) => id),
    changed: known.filter((one) => !isDeepStrictEqual(one, before.get(one.id))).map(({ id }) => id),
    removed: earlier.filter(({ id }) => !after.has(id)).map(({ id }) => id),
  };
}
