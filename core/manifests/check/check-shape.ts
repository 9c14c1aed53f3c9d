import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Manifest, Model } from '../../generated/manifest.ts';
import { explainSchemaError } from './explain-schema-error.ts';
import { fillDefaults, withEvery } from '../load/complete-manifest.ts';
import { isJsonArray, isJsonObject } from '../../schema/json-values.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import type { ManifestSource } from '../load/manifest-source.ts';
import { decisiveErrors } from '../../schema/field-errors.ts';

/** A manifest of the right shape. Models of a wrong shape are left out, so that the others can be checked. */
export interface ShapedManifest {
  readonly source: ManifestSource;
  /** Completed by `every` and the schema's defaults. */
  readonly manifest: Manifest;
  /** The models of the manifest. */
  readonly placedModels: readonly PlacedModel[];
}

export interface PlacedModel {
  readonly model: Model;
  /** Its index in the file. */
  readonly index: number;
}

interface ShapeCheck {
  readonly shaped: ShapedManifest | undefined;
  readonly problems: readonly ManifestProblem[];
}

export type ShapeChecker = (source: ManifestSource) => ShapeCheck;

/** @param validator of manifests, compiled or generated. */
export function checkShapeBy(validator: unknown): ShapeChecker {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a generated validator is plain JavaScript
  const isManifest = validator as ValidateFunction<Manifest>;
  return (source) => checkShape(source, isManifest);
}

function checkShape(source: ManifestSource, isManifest: ValidateFunction<Manifest>): ShapeCheck {
  const value = withEvery(source.value);
  if (isManifest(value))
    return { shaped: withDefaults(source, value, [...value.models.keys()]), problems: [] };
  const errors = decisiveErrors(isManifest.errors ?? []).filter((error) => !isMissingTag(error));
  const models = isJsonObject(value) ? value['models'] : undefined;
  const problems = errors.map((error) => explainSchemaError(error, source));
  if (!isJsonObject(value) || !isJsonArray(models)) return { shaped: undefined, problems };
  const brokenIndexes = new Set(errors.map(({ instancePath }) => /^\/models\/(\d+)/.exec(instancePath)?.[1]));
  const places = [...models.keys()].filter((index) => !brokenIndexes.has(String(index)));
  const rest: unknown = { ...value, models: places.map((place) => models[place]) };
  return { shaped: isManifest(rest) ? withDefaults(source, rest, places) : undefined, problems };
}

function withDefaults(source: ManifestSource, manifest: Manifest, places: readonly number[]): ShapedManifest {
  fillDefaults(manifest);
  const placedModels = manifest.models.map((model, index) => ({ model, index: places[index] ?? index }));
  return { source, manifest, placedModels };
}

/** AJV reports a missing `auth.scheme` twice: as missing, and as an unknown scheme. */
function isMissingTag({ keyword, params }: ErrorObject): boolean {
  const { tagValue }: Readonly<Record<string, unknown>> = params;
  return keyword === 'discriminator' && tagValue === undefined;
}
