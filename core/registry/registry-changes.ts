import { isDeepStrictEqual } from 'node:util';
import type { NamedCalibration } from '../calibration/calibrations.ts';
import type { Panel } from '../panels/panels.ts';
import { priceMoves, type PriceMoves } from './price-moves.ts';
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
  /** Prices of models that both registries have. */
  readonly prices: PriceMoves;
  /** By name. */
  readonly calibrations: Changes;
  readonly panels: Changes;
}

/** The parts of a registry in use that a reload can change. */
interface Compared {
  readonly registry: Registry;
  readonly calibrations: readonly NamedCalibration[];
  readonly panels: readonly Panel[];
}

export function compareRegistries(earlier: Compared, later: Compared): RegistryChanges {
  const models = ({ registry }: Compared) => registry.entries.map(({ model }) => model);
  const named = ({ calibrations }: Compared) => calibrations.map((one) => ({ id: one.name, ...one }));
  return {
    providers: compareById(earlier.registry.providers, later.registry.providers),
    models: compareById(models(earlier), models(later)),
    prices: priceMoves(models(earlier), models(later)),
    calibrations: compareById(named(earlier), named(later)),
    panels: compareById(earlier.panels, later.panels),
  };
}

interface Identified {
  readonly id: string;
}

/** The differences between two lists, by ID. */
export function compareById(earlier: readonly Identified[], later: readonly Identified[]): Changes {
  const before = new Map(earlier.map((one) => [one.id, one]));
  const after = new Set(later.map(({ id }) => id));
  const common = later.filter(({ id }) => before.has(id));
  return {
    added: later.filter(({ id }) => !before.has(id)).map(({ id }) => id),
    changed: common.filter((one) => !isDeepStrictEqual(one, before.get(one.id))).map(({ id }) => id),
    removed: earlier.filter(({ id }) => !after.has(id)).map(({ id }) => id),
  };
}
