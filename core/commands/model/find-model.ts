import { ArgumentError } from '../../argument-error.ts';
import type { PlacedModel, ShapedManifest } from '../../manifests/check/check-shape.ts';
import type { ManifestFolder } from '../manifests/manifest-folder.ts';
import { unknownName } from '../unknown-name.ts';

export interface FoundModel extends PlacedModel {
  readonly shaped: ShapedManifest;
}

/** @throws ArgumentError naming the nearest ID. */
export function findModel(id: string, { manifests }: ManifestFolder): FoundModel {
  for (const shaped of manifests) {
    const placed = shaped.placedModels.find(({ model }) => model.id === id);
    if (placed !== undefined) return { shaped, ...placed };
  }
  const ids = manifests.flatMap(({ manifest }) => manifest.models.map((entry) => entry.id));
  throw new ArgumentError(unknownName('model', id, ids));
}

/** The model that `--like` names. @throws ArgumentError if no manifest has it. */
export function modelNamed(folder: ManifestFolder, id: string | undefined): FoundModel | undefined {
  return id === undefined ? undefined : findModel(id, folder);
}
