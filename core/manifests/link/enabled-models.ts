import type { Manifest, Model } from '../../generated/manifest.ts';

/** The models that callers may name. */
export function enabledModels({ models }: Manifest): readonly Model[] {
  return models.filter(({ enabled }) => enabled !== false);
}
