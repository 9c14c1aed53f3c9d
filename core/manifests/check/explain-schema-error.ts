import type { ErrorObject } from 'ajv';
import type { Json, JsonObject } from '../../contract.ts';
import { asJsonArray, asJsonObject, isJsonArray, objectIn } from '../../schema/json-values.ts';
import type { ManifestPath, ManifestSource } from '../load/manifest-source.ts';
import { namesIn } from '../../schema/json-pointer.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { alternativesOf, describeSchema, isAlternatives, plainText } from '../../schema/field-errors.ts';

/** Descriptions of definitions of the manifest schema, which complete "must be". */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  pointer: 'a JSON Pointer such as /usage/input_tokens',
  signedPointer: 'a JSON Pointer such as /usage/input_tokens, or one with a leading minus',
  environmentVariable: 'the name of an environment variable such as AURORA_API_KEY',
  date: 'a day as YYYY-MM-DD',
  usdPerMillion: 'US dollars as a quoted decimal of at most six places, such as "0.15"',
  range: 'a list of the least and the greatest value, such as [0, 2]',
  wins: 'quality, or a budget such as { qualityWithin: { seconds: 30 } } or { qualityWithin: { credits: 2 } }',
  wireConstants: 'keys that are JSON Pointers such as /store, with the constants to send',
};

/** Explains an error in a manifest's shape: what is wrong, where, and what to do. */
export function explainSchemaError(error: ErrorObject, source: ManifestSource): ManifestProblem {
  const path = namesIn(error.instancePath);
  const schema = asJsonObject(error.parentSchema);
  const params: Readonly<Record<string, unknown>> = error.params;
  const { additionalProperty: unknownKey, missingProperty: missingKey } = params;
  if (typeof unknownKey === 'string') {
    return source.problem([...path, unknownKey], unknownKeyMessage(unknownKey, schema), 'key');
  }
  if (typeof missingKey === 'string') return source.problem(path, missingKeyMessage(missingKey, schema));
  // AJV reports a wrong key name at its object.
  if (error.propertyName !== undefined) {
    return source.problem(
      [...path, error.propertyName],
      `the key ${quoted(error.propertyName)} must be ${expectedValue(schema)}; rename it`,
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
    return `${quoted(key)} is missing; add it, with ${required.map(plainText).join(', ')}`;
  return `${quoted(key)} is missing; add it${description === undefined ? '' : `: ${plainText(description)}`}`;
}

function explainTag(error: ErrorObject, source: ManifestSource, path: ManifestPath): ManifestProblem {
  const params: Readonly<Record<string, unknown>> = error.params;
  const tags = alternativesOf({ ...error, schema: asJsonObject(error.parentSchema)['oneOf'] }).map(
    (alternative) => {
      return objectIn(objectIn(alternative, 'properties'), String(params['tag']))['const'];
    },
  );
  return source.problem(
    [...path, String(params['tag'])],
    `must be one of: ${tags.map(plainText).join(', ')}; choose one`,
  );
}

function valueMessage(error: ErrorObject, schema: JsonObject, text: string | undefined): string {
  const data: unknown = error.data;
  if (data === null && text !== undefined) return `has no value; it must be ${expectedValue(schema)}`;
  const isPrice = schema['x-definition'] === 'usdPerMillion';
  if (isPrice && typeof data === 'number') {
    return `a price must be a quoted decimal, so that it stays exact; write "${text ?? ''}"`;
  }
  if (typeof data === 'string') {
    const advice = misreadValue(data, schema);
    if (advice !== undefined) return advice;
  }
  if (error.keyword === 'enum' && typeof data === 'string') {
    const nearest = nearestName(data, asJsonArray(schema['enum']).map(plainText));
    if (nearest !== undefined) return `must be ${expectedValue(schema)}; did you mean ${quoted(nearest)}?`;
  }
  return `must be ${
    isAlternatives(error)
      ? alternativesOf(error)
          .map((alternative) => expectedValue(alternative))
          .join(' or ')
      : expectedValue(schema, error)
  }; correct it`;
}

/** Explains text such as `60_000`, `yes` and `"5"`, which people write for a number or a boolean. */
function misreadValue(data: string, schema: JsonObject): string | undefined {
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

function expectedValue(schema: JsonObject, error?: ErrorObject): string {
  const name = schema['x-definition'];
  const definition = typeof name === 'string' ? DESCRIPTIONS[name] : undefined;
  if (definition !== undefined) return definition;
  const description = describeSchema(schema);
  switch (error?.keyword) {
    case 'pattern':
      return `text that fits ${plainText(schema['pattern'])}${aside(schema['description'])}`;
    case 'minLength':
    case 'maxLength':
      return `text of ${plainText(schema['minLength'] ?? 0)} to ${plainText(schema['maxLength'])} characters`;
    case 'minItems':
      return `a list of at least ${plainText(schema['minItems'])} entries`;
    case 'maxItems':
      return `a list of at most ${plainText(schema['maxItems'])} entries`;
    case 'uniqueItems':
      return 'a list in which nothing stands twice';
    case 'minProperties':
      return `an object of at least ${plainText(schema['minProperties'])} keys`;
    case undefined:
    default:
      return description === '' ? 'another value' : description;
  }
}

function aside(description: Json | undefined): string {
  return description === undefined ? '' : ` (${plainText(description)})`;
}

function quoted(name: string): string {
  return `"${name}"`;
}
