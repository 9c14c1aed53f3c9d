import { modelVersion } from '../calibration/model-version.ts';
import type { Registry } from './registry.ts';

/** Undefined where there is no such model. */
export function versionOfModel(id: string, registry: Pick<Registry, 'find'>): string | undefined {
  const entry = registry.find(id);
  return entry && modelVersion(entry.model, entry.provider);
}
