import { ArgumentError } from '../../argument-error.ts';
import type { Model } from '../../generated/manifest.ts';
import type { ShapedManifest } from '../../manifests/check/check-shape.ts';
import type { ManifestFolder } from '../manifests/manifest-folder.ts';
import { unknownName } from '../unknown-name.ts';

export interface FoundModel {
  readonly shaped: ShapedManifest;
  readonly model: Model;
  /** The model's place in its file. */
  readonly index: number;
}

/** @throws ArgumentError naming the nearest ID. */
export function findModel(id: string, { manifests }: ManifestFolder): FoundModel {
  for (const shaped of manifests) {
    const index = shaped.manifest.models.findIndex((entry) => entry.id === id);
    const model = shaped.manifest.models[index];
    if (model !== undefined) return { shaped, model, index: shaped.places[index] ?? index };
  }
  const ids = manifests.flatMap(({ manifest }) => manifest.models.map((entry) => entry.id));
  throw new ArgumentError(unknownName('model', id, ids));
}

/** The model that `--like` names. @throws ArgumentError if no manifest has it. */
export function modelNamed(folder: ManifestFolder, id: string | undefined): FoundModel | undefined {
  return id === undefined ? undefined : findModel(id, folder);
}
