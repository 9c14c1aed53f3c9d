import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, SchemaSubset } from '../../core/contract.ts';
import { unwidenOutput } from '../../core/schema/unwiden-output.ts';
import { referredSchema } from '../../core/schema/schema-shape.ts';
import { widenOrObstacle } from '../../core/schema/widen-schema.ts';
import { slowIt } from '../support/whole-run.ts';
import { widenSchema } from './widened.ts';

const STRICT: SchemaSubset = {
  keywords: [
    'type',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'enum',
    'anyOf',
    '$ref',
    '$defs',
    'description',
    'minimum',
    'maximum',
  ],
  allRequired: true,
  closedObjects: true,
  rootObject: true,
  typed: true,
  maxDepth: 10,
};
const LOOSE: SchemaSubset = {
  ...STRICT,
  keywords: [...STRICT.keywords, 'const', 'oneOf', 'pattern'],
  allRequired: false,
  closedObjects: false,
  rootObject: false,
  typed: false,
};

const object = (
  properties: JsonObject,
  required: readonly string[] = Object.keys(properties),
): JsonObject => ({ type: 'object', properties, required, additionalProperties: false });
const TEXT = { type: 'string' };
const nullable = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] });

describe('widenSchema for a strict provider', () => {
  it('leaves a schema alone that is within the subset', () => {
    const schema = object({
      a: TEXT,
      b: { type: 'array', items: object({ c: { type: 'integer', minimum: 1 } }) },
    });
    expect(widenSchema(schema, STRICT)).toEqual({ schema, wrapped: false });
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'drops a keyword the provider refuses',
      object({ a: { type: 'string', minLength: 3, pattern: '^x' } }),
      object({ a: TEXT }),
    ],
    [
      'closes an open object',
      { type: 'object', properties: { a: TEXT }, required: ['a'] },
      object({ a: TEXT }),
    ],
    [
      'makes an optional property nullable',
      object({ a: TEXT, b: TEXT }, ['a']),
      object({ a: TEXT, b: { type: ['string', 'null'] } }),
    ],
    [
      'and its enum too',
      object({ a: { type: 'string', enum: ['x'] } }, []),
      object({ a: { type: ['string', 'null'], enum: ['x', null] } }),
    ],
    [
      'wraps an optional reference',
      { ...object({ a: { $ref: '#/$defs/A' } }, []), $defs: { A: TEXT } },
      { ...object({ a: { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }] } }), $defs: { A: TEXT } },
    ],
    [
      'leaves an optional property that takes null',
      object({ a: { type: ['string', 'null'] } }, []),
      object({ a: { type: ['string', 'null'] } }),
    ],
    [
      'writes const as an enum of one',
      object({ a: { const: 1 } }),
      object({ a: { type: 'number', enum: [1] } }),
    ],
    [
      'writes oneOf as anyOf',
      object({ a: { oneOf: [TEXT, { type: 'null' }] } }),
      object({ a: { anyOf: [TEXT, { type: 'null' }] } }),
    ],
  ])('%s', (_name, schema, expected) => {
    expect(widenSchema(schema, STRICT)).toEqual({ schema: expected, wrapped: false });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['a list', { type: 'array', items: TEXT }, { type: 'array', items: TEXT }],
    [
      'an object or null',
      { ...object({ a: TEXT }), nullable: true },
      { ...object({ a: TEXT }), type: ['object', 'null'] },
    ],
    ['an alternative', { anyOf: [object({ a: TEXT }), TEXT] }, { anyOf: [object({ a: TEXT }), TEXT] }],
    [
      'a recursive list',
      { type: 'array', items: { $ref: '#' } },
      { type: 'array', items: { $ref: '#/properties/value' } },
    ],
  ])('wraps %s at the root', (_name, schema, value) => {
    expect(widenSchema(schema, STRICT)).toEqual({ schema: object({ value }), wrapped: true });
  });

  it('keeps definitions at the root when it wraps', () => {
    const schema = { type: 'array', items: { $ref: '#/$defs/A' }, $defs: { A: TEXT } };
    expect(widenSchema(schema, STRICT)?.schema).toEqual({
      ...object({ value: { type: 'array', items: { $ref: '#/$defs/A' } } }),
      $defs: { A: TEXT },
    });
  });

  it.each<[string, JsonObject]>([
    ['a map', object({ a: { type: 'object', additionalProperties: TEXT } })],
    ['a free form', { type: 'object' }],
    ['a free form or null', object({ a: { type: ['object', 'null'] } })],
    ['a free form that is nullable', object({ a: { type: 'object', nullable: true } })],
    ['a free list or null', object({ a: { type: ['array', 'null'] } })],
    ['patterns of names', { type: 'object', properties: { a: TEXT }, patternProperties: { '^x': TEXT } }],
    [
      'a required property nobody describes',
      { type: 'object', properties: { a: TEXT }, required: ['a', 'b'] },
    ],
    ['a schema that takes anything', object({ a: true })],
    ['a schema without a type', object({ a: { description: 'anything' } })],
    ['an intersection alone', object({ a: { allOf: [TEXT, { minLength: 1 }] } })],
    ['a reference to elsewhere', object({ a: { $ref: 'https://example.com/s' } })],
    [
      'more levels than the provider takes',
      Array.from({ length: 12 }).reduce<JsonObject>((inner) => object({ a: inner }), TEXT),
    ],
  ])('cannot express %s', (_name, schema) => {
    expect(widenSchema(schema, STRICT)).toBeUndefined();
  });
});

it.each<[JsonObject, string, string]>([
  [object({ a: { type: 'array', items: { type: 'object' } } }), 'an object without properties', 'a.items'],
  [object({ a: { ...object({ b: TEXT }), patternProperties: { x: TEXT } } }), 'patternProperties', 'a'],
  [{ ...object({ a: TEXT }), allOf: [TEXT] }, 'allOf', ''],
])('the obstacle in %j and its place', (schema, what, at) => {
  expect(widenOrObstacle(schema, STRICT)).toEqual({ what, at });
});

describe('widenSchema for a lenient provider', () => {
  it('drops only unknown keywords', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', pattern: 'x', minLength: 1 }, b: true },
      additionalProperties: TEXT,
    };
    expect(widenSchema({ ...schema, properties: { a: schema.properties.a } }, LOOSE)).toEqual({
      schema: {
        type: 'object',
        properties: { a: { type: 'string', pattern: 'x' } },
        additionalProperties: TEXT,
      },
      wrapped: false,
    });
  });
});

it('keeps a pattern that providers’ engines take, and drops one with look-around', () => {
  const patterns = { a: { type: 'string', pattern: '^x' }, b: { type: 'string', pattern: '^(?!x)y' } };
  expect(widenSchema(object(patterns), LOOSE)?.schema).toMatchObject({
    properties: { a: patterns.a, b: { type: 'string' } },
  });
  expect(JSON.stringify(widenSchema(object(patterns), LOOSE))).not.toContain('(?!');
});

describe('unwidenOutput', () => {
  const optional = object(
    {
      a: TEXT,
      b: TEXT,
      c: { type: ['string', 'null'] },
      d: { type: 'array', items: object({ e: TEXT }, []) },
    },
    ['a'],
  );

  it.each<[string, JsonObject, boolean, string, string]>([
    [
      'takes out nulls that stand for absent',
      optional,
      false,
      '{"a":"x","b":null,"c":null,"d":[{"e":null}]}',
      '{"a":"x","c":null,"d":[{}]}',
    ],
    [
      'leaves a null the caller requires to be there, wrong as it is',
      optional,
      false,
      '{"a":null}',
      '{"a":null}',
    ],
    ['returns what needs nothing byte for byte', optional, false, '{ "a" : "x" }', '{ "a" : "x" }'],
    [
      'keeps the digits of long numbers',
      object({ a: { type: 'integer' }, b: TEXT }, ['a']),
      false,
      '{"a":12345678901234567891,"b":null}',
      '{"a":12345678901234567891}',
    ],
    ['unwraps', { type: 'array', items: TEXT }, true, '{"value":["x"]}', '["x"]'],
    ['leaves what is not wrapped', { type: 'array', items: TEXT }, true, '["x"]', '["x"]'],
    ['leaves what is no JSON', optional, false, 'sorry', 'sorry'],
    [
      'follows references',
      { ...object({ a: { $ref: '#/$defs/A' } }), $defs: { A: object({ b: TEXT }, []) } },
      false,
      '{"a":{"b":null}}',
      '{"a":{}}',
    ],
    [
      'follows a recursion',
      object({ a: { $ref: '#' }, b: TEXT }, []),
      false,
      '{"a":{"a":{"b":null},"b":"x"},"b":null}',
      '{"a":{"a":{},"b":"x"}}',
    ],
    [
      'follows a nullable reference',
      {
        ...object({ a: nullable({ $ref: '#/$defs/A' }) }),
        $defs: { A: object({ b: TEXT, c: TEXT }, ['b']) },
      },
      false,
      '{"a":{"b":"x","c":null}}',
      '{"a":{"b":"x"}}',
    ],
    [
      'follows a reference to a reference',
      {
        ...object({ a: { $ref: '#/$defs/A' } }),
        $defs: { A: { $ref: '#/$defs/B' }, B: object({ c: TEXT }, []) },
      },
      false,
      '{"a":{"c":null}}',
      '{"a":{}}',
    ],
    [
      'follows a reference with a description beside it',
      { ...object({ a: { allOf: [{ $ref: '#/$defs/A' }] } }), $defs: { A: object({ b: TEXT }, []) } },
      false,
      '{"a":{"b":null}}',
      '{"a":{}}',
    ],
    [
      'leaves references in a circle',
      { ...object({ a: { $ref: '#/$defs/A' } }), $defs: { A: { $ref: '#/$defs/A' } } },
      false,
      '{"a":{"b":null}}',
      '{"a":{"b":null}}',
    ],
    [
      'tells alternatives by their names',
      object({ a: { anyOf: [object({ b: TEXT, c: TEXT }, ['b']), object({ d: TEXT, e: TEXT }, ['d'])] } }),
      false,
      '{"a":{"d":"x","e":null}}',
      '{"a":{"d":"x"}}',
    ],
    [
      'tells alternatives by their constants',
      object({
        a: {
          anyOf: [
            object({ kind: { const: 'one' }, b: TEXT }, ['kind']),
            object({ kind: { const: 'two' }, b: nullable(TEXT) }),
          ],
        },
      }),
      false,
      '{"a":{"kind":"one","b":null}}',
      '{"a":{"kind":"one"}}',
    ],
    [
      'tells alternatives by a number that a double cannot hold',
      object({
        a: {
          anyOf: [
            object({ id: { type: 'integer' }, b: TEXT }, ['id']),
            object({ id: TEXT, b: nullable(TEXT) }, ['id']),
          ],
        },
      }),
      false,
      '{"a":{"id":12345678901234567890,"b":null}}',
      '{"a":{"id":12345678901234567890}}',
    ],
    [
      'keeps numbers past the range of a double',
      object({ a: { type: 'array', items: { type: 'number' } }, b: TEXT }, ['a']),
      false,
      '{"a":[1e400,-1.5E+0309],"b":null}',
      '{"a":[1e400,-1.5E+0309]}',
    ],
    [
      'leaves a null that one of the alternatives allows',
      object({ a: { anyOf: [object({ b: TEXT }, []), object({ b: nullable(TEXT) })] } }),
      false,
      '{"a":{"b":null}}',
      '{"a":{"b":null}}',
    ],
  ])('%s', (_name, schema, wrapped, text, expected) => {
    expect(unwidenOutput(text, schema, { wrapped })).toBe(expected);
  });

  it('survives any depth', () => {
    const deep = '{"a":'.repeat(5_000) + 'null' + '}'.repeat(5_000);
    expect(unwidenOutput(deep, object({ a: { $ref: '#' } }, []), { wrapped: false })).toBe(deep);
  });
});

const DEFINITIONS = { A: object({ a: TEXT, b: TEXT }, ['a']), B: { $ref: '#/$defs/A' } };

/** Schemas like those of people, with valid values. */
const schemas: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonObject>(
      TEXT,
      { type: 'integer', minimum: 0 },
      { type: 'boolean' },
      { type: ['string', 'null'] },
      { enum: ['x', 1] },
      { const: 'k' },
      { type: 'string', minLength: 2 },
      { $ref: '#/$defs/A' },
      { $ref: '#/$defs/B' },
    ),
    tie('schema').map(nullable),
    fc.array(tie('schema'), { minLength: 2, maxLength: 2 }).map((alternatives) => ({
      anyOf: alternatives.map((schema, kind) =>
        object({ kind: { const: `${kind}` }, a: schema, b: TEXT }, kind === 0 ? ['kind'] : ['kind', 'b']),
      ),
    })),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'c'), fc.tuple(tie('schema'), fc.boolean()), { minKeys: 1 })
      .map((described) =>
        object(
          Object.fromEntries(Object.entries(described).map(([name, [schema]]) => [name, schema])),
          Object.entries(described)
            .filter(([, [, required]]) => required)
            .map(([name]) => name),
        ),
      ),
  ),
})).schema;

/** Makes a value of a widened schema like a provider in strict mode: with every property, and null if it is allowed. */
function fill(schema: JsonObject, root: JsonObject, pick: () => number): Json {
  const { type, enum: values, anyOf, properties, items, minimum, $ref } = schema;
  if (typeof $ref === 'string') return fill(referredSchema($ref, root) ?? {}, root, pick);
  if (Array.isArray(anyOf)) return fill(anyOf[pick() % anyOf.length] as JsonObject, root, pick);
  if (Array.isArray(values)) return values[pick() % values.length] ?? null;
  const types = Array.isArray(type) ? type : [type];
  const chosen = types[pick() % types.length];
  if (chosen === 'null') return null;
  if (chosen === 'string') return 'text';
  if (chosen === 'integer') return Number(minimum ?? 0);
  if (chosen === 'boolean') return true;
  if (chosen === 'array')
    return Array.from({ length: pick() % 3 }, () => fill(items as JsonObject, root, pick));
  return Object.fromEntries(
    Object.entries(properties as Record<string, JsonObject>).map(([name, property]) => [
      name,
      fill(property, root, pick),
    ]),
  );
}

describe('there and back', () => {
  slowIt('gives an answer within the widened schema back as one within the caller’s', () => {
    fc.assert(
      fc.property(schemas, fc.array(fc.nat(1_000), { minLength: 1 }), (drawn, picks) => {
        const schema = { ...drawn, $defs: DEFINITIONS };
        const widened = widenSchema(schema, STRICT);
        fc.pre(widened !== undefined);
        let index = 0;
        const pick = (): number => picks[index++ % picks.length] ?? 0;
        const answer = JSON.stringify(fill(widened?.schema ?? {}, widened?.schema ?? {}, pick));
        expect(
          new Ajv({ strict: false }).validate(widened?.schema ?? {}, JSON.parse(answer)),
          'the answer fits the widened schema',
        ).toBe(true);
        const back: unknown = JSON.parse(unwidenOutput(answer, schema, widened ?? { wrapped: false }));
        expect(
          new Ajv({ strict: false }).validate(schema, back),
          `${answer} -> ${JSON.stringify(back)}`,
        ).toBe(true);
      }),
    );
  });
});
