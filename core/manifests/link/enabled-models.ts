import type { Manifest, Model } from '../../generated/manifest.ts';

/** The models that callers may name. */
export function enabledModels({ models }: Manifest): readonly Model[] {
  return models.filter(({ enabled }) => enabled !== false);
}

/** The models of the manifest that callers may not name. */
export function switchedOffModels({ models }: Manifest): readonly Model[] {
  return models.filter(({ enabled }) => enabled === false);
}
