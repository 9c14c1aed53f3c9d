import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { JsonObject } from '../../contract.ts';
import type { Manifest } from '../../generated/manifest.ts';
import { explainSchemaError } from './explain-schema-error.ts';
import { isJsonArray, isJsonObject } from '../load/json-values.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import type { ManifestSource } from '../load/manifest-source.ts';
import { decisiveErrors } from '../../schema/field-errors.ts';
import { dereference } from '../load/schema-walk.ts';

/** A manifest of the right shape. Models that are not are left out, so that the rest can be checked further. */
export interface ShapedManifest {
  readonly source: ManifestSource;
  readonly manifest: Manifest;
  /** `manifest.models[i]` stands at this index in the file. */
  readonly places: readonly number[];
}

export interface ShapeCheck {
  readonly shaped: ShapedManifest | undefined;
  readonly problems: readonly ManifestProblem[];
}

export type ShapeChecker = (source: ManifestSource) => ShapeCheck;

/** Compiles the manifest schema once, for any number of manifests. */
export function createShapeChecker(manifestSchema: JsonObject): ShapeChecker {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
    logger: false,
  });
  ajv.addVocabulary(['x-wire', 'x-definition']);
  const isManifest = ajv.compile<Manifest>(dereference(manifestSchema));
  return (source) => checkShape(source, isManifest);
}

function checkShape(source: ManifestSource, isManifest: ValidateFunction<Manifest>): ShapeCheck {
  const { value } = source;
  if (isManifest(value)) {
    return { shaped: { source, manifest: value, places: [...value.models.keys()] }, problems: [] };
  }
  const errors = decisiveErrors(isManifest.errors ?? []).filter((error) => !isMissingTag(error));
  const problems = errors.map((error) => explainSchemaError(error, source));
  return {
    shaped: withoutBrokenModels(
      source,
      isManifest,
      errors.map((error) => error.instancePath),
    ),
    problems,
  };
}

/** AJV reports a missing `auth.scheme` twice: as missing, and as no known scheme. */
function isMissingTag({ keyword, params }: ErrorObject): boolean {
  const { tagValue }: Readonly<Record<string, unknown>> = params;
  return keyword === 'discriminator' && tagValue === undefined;
}

function withoutBrokenModels(
  source: ManifestSource,
  isManifest: ValidateFunction<Manifest>,
  pointers: readonly string[],
): ShapedManifest | undefined {
  const models = isJsonObject(source.value) ? source.value['models'] : undefined;
  if (!isJsonObject(source.value) || !isJsonArray(models)) return undefined;
  const broken = new Set(pointers.map((pointer) => /^\/models\/(\d+)/.exec(pointer)?.[1]));
  const places = [...models.keys()].filter((index) => !broken.has(String(index)));
  const rest: unknown = { ...source.value, models: places.map((place) => models[place]) };
  return isManifest(rest) ? { source, manifest: rest, places } : undefined;
}
