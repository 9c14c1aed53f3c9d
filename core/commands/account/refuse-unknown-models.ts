import { unknownModels } from '../../administration/allowed-models.ts';
import { ArgumentError } from '../../argument-error.ts';
import type { Environment } from '../../config.ts';
import { readSoundManifests } from '../manifests/manifest-folder.ts';

export const LISTED_BY = '"assay model list" lists them';

/** IDs of all models in the manifests. @throws Error where a manifest is wrong. */
export async function manifestModels(environment: Environment): Promise<ReadonlySet<string>> {
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
