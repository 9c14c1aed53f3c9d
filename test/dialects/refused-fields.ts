import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect } from '../../core/dialects/translated-prompt.ts';
import { isRecord } from '../../core/text/plain-json.ts';

const SCHEMAS = join(import.meta.dirname, '../../codegen/schemas');

/** A field that is taken only with values that ask for nothing. */
export interface RefusedField {
  readonly dialect: Dialect;
  /** Steps from the body; a star is any place of a list. */
  readonly path: readonly string[];
  readonly schema: Schema;
}

export type Schema = Readonly<Record<string, unknown>>;

/** Every field that the schemas mark so: a new one is in it without a change here. */
export function refusedFields(): readonly RefusedField[] {
  const chat = read('chat-completion-request');
  const responses = read('responses-request');
  const messages = read('messages-request');
  // What both have in common is defined with the first.
  const definitions = { ...recordIn(chat, 'definitions'), ...recordIn(responses, 'definitions') };
  return [
    ...refusedIn(chat, definitions).map((field) => ({ dialect: 'chat-completions' as const, ...field })),
    ...refusedIn(responses, definitions).map((field) => ({ dialect: 'responses' as const, ...field })),
    ...refusedIn(messages, recordIn(messages, 'definitions')).map((field) => ({
      dialect: 'messages' as const,
      ...field,
    })),
  ];
}

function* walk(
  schema: Schema,
  definitions: Schema,
  path: readonly string[] = [],
): Generator<Omit<RefusedField, 'dialect'>> {
  const { $ref: reference, oneOf, items } = schema;
  if (typeof reference === 'string') {
    yield* walk(recordIn(definitions, reference.slice('#/definitions/'.length)), definitions, path);
    return;
  }
  if (schema['x-compat'] === 'refused') yield { path, schema };
  for (const [name, property] of Object.entries(recordIn(schema, 'properties')))
    if (isRecord(property)) yield* walk(property, definitions, [...path, name]);
  if (isRecord(items)) yield* walk(items, definitions, [...path, '*']);
  if (Array.isArray(oneOf)) for (const one of oneOf) if (isRecord(one)) yield* walk(one, definitions, path);
}

function refusedIn(schema: Schema, definitions: Schema): readonly Omit<RefusedField, 'dialect'>[] {
  return [...walk(schema, definitions)];
}

function read(name: string): Schema {
  const schema: unknown = JSON.parse(readFileSync(join(SCHEMAS, `${name}.schema.json`), 'utf8'));
  if (!isRecord(schema)) throw new Error(`${name} is no schema`);
  return schema;
}

function recordIn(schema: Schema, key: string): Schema {
  const value = schema[key];
  return isRecord(value) ? value : {};
}

/** Whether such a field takes this value, for it asks for nothing. */
export function isHarmless({ enum: values, type, maxItems, maxProperties }: Schema, value: unknown): boolean {
  if (value === null) return true;
  if (Array.isArray(values)) return values.includes(value);
  if (Array.isArray(value))
    return isType(type, 'array') && (maxItems === 0 ? value.length === 0 : isTexts(value));
  return isRecord(value) && isType(type, 'object') && maxProperties === 0 && Object.keys(value).length === 0;
}

function isType(type: unknown, expectedType: string): boolean {
  return type === expectedType || (Array.isArray(type) && type.includes(expectedType));
}

/** Modalities. */
function isTexts(value: readonly unknown[]): boolean {
  return value.length === 0 || (value.length === 1 && value[0] === 'text');
}
