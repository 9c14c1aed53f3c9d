import type { ErrorObject } from 'ajv';
import type { Json, JsonObject } from '../../contract.ts';
import { isJsonArray, isJsonObject, objectIn } from '../load/json-values.ts';
import type { ManifestPath, ManifestSource } from '../load/manifest-source.ts';
import { namesIn } from '../../schema/json-pointer.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { alternativesOf, describeSchema, isAlternatives, shown } from '../../schema/field-errors.ts';

/** What a part of the manifest schema wants, in words that follow "must be". */
const WANTED: Readonly<Record<string, string>> = {
  pointer: 'a JSON Pointer such as /usage/input_tokens',
  signedPointer: 'a JSON Pointer such as /usage/input_tokens, or one with a leading minus',
  environmentVariable: 'the name of an environment variable such as AURORA_API_KEY',
  date: 'a day as YYYY-MM-DD',
  usdPerMillion: 'US dollars as a quoted decimal of at most six places, such as "0.15"',
  range: 'a list of the least and the greatest value, such as [0, 2]',
  wins: 'quality, or a budget such as { qualityWithin: { seconds: 30 } } or { qualityWithin: { credits: 2 } }',
  wireConstants: 'keys that are JSON Pointers such as /store, with the constants to send',
};

/** What is wrong with a manifest's shape, where, and what to do about it. */
export function explainSchemaError(error: ErrorObject, source: ManifestSource): ManifestProblem {
  const path = namesIn(error.instancePath);
  const schema: JsonObject = isJsonObject(error.parentSchema) ? error.parentSchema : {};
  const params: Readonly<Record<string, unknown>> = error.params;
  const { additionalProperty: unknownKey, missingProperty: missingKey } = params;
  if (typeof unknownKey === 'string') {
    return source.problem([...path, unknownKey], unknownKeyMessage(unknownKey, schema), 'key');
  }
  if (typeof missingKey === 'string') return source.problem(path, missingKeyMessage(missingKey, schema));
  // AJV reports a wrong key name at the object that holds it.
  if (error.propertyName !== undefined) {
    return source.problem(
      [...path, error.propertyName],
      `the key ${quoted(error.propertyName)} must be ${wanted(schema)}; rename it`,
      'key',
    );
  }
  if (error.keyword === 'discriminator') return explainTag(error, source, path);
  return source.problem(path, valueMessage(error, schema, source.sourceText(path)));
}

function unknownKeyMessage(key: string, schema: JsonObject): string {
  const allowed = Object.keys(objectIn(schema, 'properties'));
  const nearest = nearestName(key, allowed);
  const advice =
    nearest === undefined ? `allowed here: ${allowed.join(', ')}` : `did you mean ${quoted(nearest)}?`;
  return `unknown key ${quoted(key)}; ${advice}`;
}

function missingKeyMessage(key: string, schema: JsonObject): string {
  const { description, required } = objectIn(objectIn(schema, 'properties'), key);
  if (isJsonArray(required))
    return `${quoted(key)} is missing; add it, with ${required.map(shown).join(', ')}`;
  return `${quoted(key)} is missing; add it${description === undefined ? '' : `: ${shown(description)}`}`;
}

function explainTag(error: ErrorObject, source: ManifestSource, path: ManifestPath): ManifestProblem {
  const params: Readonly<Record<string, unknown>> = error.params;
  const tags = alternativesOf({ ...error, schema: objectOf(error.parentSchema)['oneOf'] }).map(
    (alternative) => {
      return objectIn(objectIn(alternative, 'properties'), String(params['tag']))['const'];
    },
  );
  return source.problem(
    [...path, String(params['tag'])],
    `must be one of: ${tags.map(shown).join(', ')}; choose one`,
  );
}

function valueMessage(error: ErrorObject, schema: JsonObject, text: string | undefined): string {
  const data: unknown = error.data;
  if (data === null && text !== undefined) return `has no value; it must be ${wanted(schema)}`;
  const isPrice = schema['x-definition'] === 'usdPerMillion';
  if (isPrice && typeof data === 'number') {
    return `a price must be a quoted decimal, so that it stays exact; write "${text ?? ''}"`;
  }
  if (typeof data === 'string') {
    const meant = meantValue(data, schema);
    if (meant !== undefined) return meant;
  }
  if (error.keyword === 'enum' && typeof data === 'string') {
    const nearest = nearestName(data, propertiesOf(schema));
    if (nearest !== undefined) return `must be ${wanted(schema)}; did you mean ${quoted(nearest)}?`;
  }
  return `must be ${
    isAlternatives(error)
      ? alternativesOf(error)
          .map((alternative) => wanted(alternative))
          .join(' or ')
      : wanted(schema, error)
  }; correct it`;
}

/** YAML reads `60_000`, `yes` and `"5"` as text where people mean a number or a boolean. */
function meantValue(data: string, schema: JsonObject): string | undefined {
  const type = schema['type'];
  if (type === 'integer' || type === 'number') {
    const digits = data.replaceAll(/[_,' ]/g, '');
    if (!/^\d+(\.\d+)?$/.test(digits)) return undefined;
    return digits === data
      ? `is text because of its quotes; write ${digits} without them`
      : `YAML reads ${data} as text, not as a number; write ${digits}`;
  }
  if (type === 'boolean' && /^(yes|no|on|off|true|false)$/i.test(data)) {
    return `YAML reads ${data} as text, not as a boolean; write ${/^(yes|on|true)$/i.test(data) ? 'true' : 'false'}`;
  }
  return undefined;
}

function wanted(schema: JsonObject, error?: ErrorObject): string {
  const name = schema['x-definition'];
  const known = typeof name === 'string' ? WANTED[name] : undefined;
  if (known !== undefined) return known;
  const described = describeSchema(schema);
  switch (error?.keyword) {
    case 'pattern':
      return `text that fits ${shown(schema['pattern'])}${aside(schema['description'])}`;
    case 'minLength':
    case 'maxLength':
      return `text of ${shown(schema['minLength'] ?? 0)} to ${shown(schema['maxLength'])} characters`;
    case 'minItems':
      return `a list of at least ${shown(schema['minItems'])} entries`;
    case 'maxItems':
      return `a list of at most ${shown(schema['maxItems'])} entries`;
    case 'uniqueItems':
      return 'a list in which nothing stands twice';
    case 'minProperties':
      return `an object of at least ${shown(schema['minProperties'])} keys`;
    case undefined:
    default:
      return described === '' ? 'another value' : described;
  }
}

function aside(description: Json | undefined): string {
  return description === undefined ? '' : ` (${shown(description)})`;
}

function propertiesOf(schema: JsonObject): readonly string[] {
  const values = schema['enum'];
  return isJsonArray(values) ? values.map(shown) : [];
}

function quoted(name: string): string {
  return `"${name}"`;
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
