import { isObject, valueAt } from './json.ts';

const MAX_DEPTH = 16;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '6f1b1b5e-0d6d-4f0a-9a68-3f6f3f0a7c11',
};

/** Tried for a pattern that the usual text does not match. */
const TEXTS = [
  'text',
  'a',
  'A',
  'ABC',
  '1',
  '1234',
  '12345',
  'a1',
  'A1',
  'A-1',
  '1.0.0',
  '/',
  './a.ts',
  '#000000',
  '+12025550123',
];

/**
 * A value that satisfies the schema, as a model with constrained decoding would give. Every property is filled, but not
 * an optional one whose pattern no known text matches.
 * Knows type, enum, const, anyOf, oneOf, allOf, prefixItems, local $ref, bounds, formats and common patterns.
 * @param seed picks among an enum's members and moves numbers, so that different models answer differently.
 */
export function exampleOf(schema: unknown, seed: number): unknown {
  return example(schema, { root: schema, seed, depth: 0 });
}

interface Place {
  readonly root: unknown;
  readonly seed: number;
  readonly depth: number;
}

function example(schema: unknown, place: Place): unknown {
  if (!isObject(schema) || place.depth > MAX_DEPTH) return null;
  const deeper = { ...place, depth: place.depth + 1 };
  if ('const' in schema) return schema['const'];
  const members = schema['enum'];
  if (Array.isArray(members)) return members[place.seed % members.length];
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return example(choices[0], deeper);
  const parts = schema['allOf'];
  if (Array.isArray(parts)) return exampleOfAll(parts, schema, deeper);
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    return example(reference === '#' ? place.root : valueAt(place.root, reference.slice(1)), deeper);
  }
  return exampleOfType(schema, deeper);
}

function exampleOfAll(
  parts: readonly unknown[],
  schema: Readonly<Record<string, unknown>>,
  place: Place,
): unknown {
  const values = parts.map((part) => example(part, place));
  return values.every(isObject) ? Object.assign({}, ...values, exampleObject(schema, place)) : values[0];
}

function exampleOfType(schema: Readonly<Record<string, unknown>>, place: Place): unknown {
  const { type } = schema;
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return exampleObject(schema, place);
    case 'array':
      if (Array.isArray(schema['prefixItems']))
        return schema['prefixItems'].map((member) => example(member, place));
      return Array.from({ length: Math.max(1, numberOf(schema['minItems']) ?? 1) }, () =>
        example(schema['items'], place),
      );
    case 'string':
      return exampleText(schema);
    case 'integer':
    case 'number':
      return exampleNumber(schema, place.seed);
    case 'boolean':
      return place.seed % 2 === 0;
    case 'null':
      return null;
    default:
      return isObject(schema['properties']) ? exampleObject(schema, place) : 'text';
  }
}

function exampleObject(schema: Readonly<Record<string, unknown>>, place: Place): object {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.fromEntries(
    Object.entries(properties)
      .map(([name, member]) => [name, example(member, place)] as const)
      .filter(([name, value]) => required.includes(name) || fitsPattern(properties[name], value)),
  );
}

function exampleText(schema: Readonly<Record<string, unknown>>): string {
  const { format } = schema;
  const formatExample = typeof format === 'string' ? FORMATS[format] : undefined;
  const atLeast = numberOf(schema['minLength']) ?? 0;
  const text = formatExample ?? 'A short text.'.padEnd(atLeast, '.').slice(0, numberOf(schema['maxLength']));
  return [text, ...TEXTS].find((one) => fitsPattern(schema, one)) ?? text;
}

function fitsPattern(schema: unknown, value: unknown): boolean {
  const pattern = isObject(schema) ? schema['pattern'] : undefined;
  if (typeof pattern !== 'string' || typeof value !== 'string') return true;
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return false;
  }
}

function exampleNumber(schema: Readonly<Record<string, unknown>>, seed: number): number {
  const exclusive = numberOf(schema['exclusiveMinimum']);
  const low = numberOf(schema['minimum']) ?? (exclusive === undefined ? 0 : exclusive + 1);
  const step = numberOf(schema['multipleOf']) ?? 1;
  const belowTop = numberOf(schema['exclusiveMaximum']);
  const high = numberOf(schema['maximum']) ?? (belowTop === undefined ? low + 10 : belowTop - step);
  const first = Math.ceil(low / step) * step;
  const steps = Math.max(1, Math.floor((high - first) / step) + 1);
  return first + (seed % steps) * step;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
