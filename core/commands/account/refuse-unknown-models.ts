import { unknownModels } from '../../administration/allowed-models.ts';
import { ArgumentError } from '../../argument-error.ts';
import type { Environment } from '../../config.ts';

export const LISTED_BY = '"assay model list" lists them';

/** IDs of all models in the manifests. @throws Error where a manifest is wrong. */
export async function manifestModels(environment: Environment): Promise<ReadonlySet<string>> {
  // Most commands about keys name no model, and reading manifests takes longer than all else they do.
  const { readSoundManifests } = await import('../manifests/manifest-folder.ts');
  const { manifests } = await readSoundManifests(environment);
  return new Set(manifests.flatMap(({ manifest }) => manifest.models.map(({ id }) => id)));
}

/** @throws ArgumentError naming each of `--models` that the manifests do not have; Error where a manifest is wrong. */
export async function refuseUnknownModels(
  names: readonly string[] | null | undefined,
  environment: Environment,
): Promise<void> {
  if (names === undefined || names === null) return;
  const unknown = unknownModels(names, await manifestModels(environment), LISTED_BY);
  if (unknown.length === 0) return;
  const each = unknown.map(({ name, message }) => `"${name}": ${message}`);
  throw new ArgumentError(
    `--models takes IDs of models in the manifests, whose folder ASSAY_MANIFESTS names.\n${each.join('\n')}`,
  );
}
