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

/**
 * A value that satisfies the schema, as a model with constrained decoding would give. Every property is filled.
 * Knows type, enum, const, anyOf, oneOf, allOf with one member, prefixItems, local $ref, bounds and formats; not pattern.
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
  const choices = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  if (Array.isArray(choices)) return example(choices[0], deeper);
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    return example(reference === '#' ? place.root : valueAt(place.root, reference.slice(1)), deeper);
  }
  return exampleOfType(schema, deeper);
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

function exampleObject(schema: Readonly<Record<string, unknown>>, place: Place): unknown {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, example(member, place)]),
  );
}

function exampleText(schema: Readonly<Record<string, unknown>>): string {
  const { format } = schema;
  const known = typeof format === 'string' ? FORMATS[format] : undefined;
  if (known !== undefined) return known;
  const atLeast = numberOf(schema['minLength']) ?? 0;
  return 'A short text.'.padEnd(atLeast, '.').slice(0, numberOf(schema['maxLength']));
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
