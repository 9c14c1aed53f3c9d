import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/contract.ts';
import { compileSchema } from '../../core/schema/compile-schema.ts';
import { dialectOf, keywordMistake } from '../../core/schema/schema-dialect.ts';
import { GENERATED_SCHEMAS } from './generators/generators.ts';

function mistakesOf(schema: JsonObject): readonly (readonly [string, string])[] {
  const compiled = compileSchema(schema);
  return 'mistakes' in compiled
    ? compiled.mistakes.map(({ pointer, message }) => [pointer, message] as const)
    : [];
}

function accepts(schema: JsonObject, value: unknown): boolean {
  const compiled = compileSchema(schema);
  if ('mistakes' in compiled) throw new Error(JSON.stringify(compiled.mistakes));
  return compiled.validate(value);
}

describe('the dialect of a schema', () => {
  it.each([
    ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
    ['http://json-schema.org/draft/2020-12/schema#', '2020-12'],
    ['http://json-schema.org/draft-07/schema#', 'draft-07'],
    ['https://json-schema.org/draft-07/schema', 'draft-07'],
    [undefined, '2020-12'],
    ['https://json-schema.org/draft/2019-09/schema', undefined],
    ['draft-07', undefined],
    [7, undefined],
  ])('%s is %s', ($schema, dialect) => {
    expect(dialectOf($schema)).toBe(dialect);
  });

  it('decides the meaning of prefixItems and a list of items', () => {
    const pair = [{ type: 'integer' }, { type: 'string' }];
    const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };
    expect(accepts({ prefixItems: pair }, ['a', 1])).toBe(false);
    expect(accepts({ prefixItems: pair, items: false }, [1, 'a', 2])).toBe(false);
    expect(accepts({ ...draft07, items: pair }, ['a', 1])).toBe(false);
    expect(mistakesOf({ items: pair })).toEqual([['/items', expect.stringMatching(/prefixItems.*draft-07/)]]);
    expect(mistakesOf({ ...draft07, prefixItems: pair })).toEqual([
      ['/prefixItems', expect.stringMatching(/2020-12/)],
    ]);
  });

  it('tells the patterns of one schema apart', () => {
    const schema = { properties: { a: { pattern: '^a' }, b: { pattern: '^b' } } };
    expect(accepts(schema, { a: 'a', b: 'b' })).toBe(true);
    expect(accepts(schema, { a: 'a', b: 'a' })).toBe(false);
  });

  it('has every keyword of its compiler but those nobody documents', () => {
    for (const [dialect, { RULES }] of [
      ['draft-07', new Ajv()],
      ['2020-12', new Ajv2020()],
    ] as const)
      expect(
        Object.keys(RULES.keywords).filter((keyword) => keywordMistake(keyword, dialect) !== undefined),
      ).toEqual(
        expect.toSatisfy((names: readonly string[]) =>
          names.every((name) =>
            ['$async', '$vocabulary', '$recursiveRef', '$recursiveAnchor'].includes(name),
          ),
        ),
      );
  });
});

describe('a schema of a generator', () => {
  it.each(GENERATED_SCHEMAS)('%s is compiled and decides', (_name, { dialect, schema, valid, invalid }) => {
    expect(dialectOf(schema['$schema'])).toBe(dialect);
    expect(mistakesOf(schema)).toEqual([]);
    for (const value of valid) expect(accepts(schema, value), JSON.stringify(value)).toBe(true);
    for (const value of invalid) expect(accepts(schema, value), JSON.stringify(value)).toBe(false);
  });
});

describe('an output of a schema', () => {
  it('has no inherited members', () => {
    expect(accepts({ required: ['toString'] }, {})).toBe(false);
    expect(accepts({ required: ['toString'] }, { toString: 1 })).toBe(true);
    expect(accepts({ properties: { constructor: { type: 'string' } } }, {})).toBe(true);
    expect(accepts({ dependentRequired: { valueOf: ['a'] } }, {})).toBe(true);
    expect(accepts({ required: ['__proto__'] }, {})).toBe(false);
  });
});

describe('an $id', () => {
  it('may be relative, to the one around it or to nothing', () => {
    const leaf = { $id: 'leaf', type: 'string' };
    const tree = { $id: 'trees/oak', properties: { leaf: { $ref: 'leaf' } }, $defs: { leaf } };
    for (const root of [{}, { $id: 'garden/' }, { $id: 'https://example.com/garden/' }]) {
      const schema = { ...root, properties: { tree: { $ref: 'trees/oak' } }, $defs: { tree } };
      expect(accepts(schema, { tree: { leaf: 'green' } })).toBe(true);
      expect(accepts(schema, { tree: { leaf: 7 } })).toBe(false);
    }
  });

  it('is the same wherever a reference leads to it', () => {
    const word = {
      $id: 'words/',
      properties: { next: { $ref: '#/$defs/end' } },
      $defs: { end: { const: 'end' } },
    };
    const schema = {
      $id: 'https://example.com/',
      properties: { word: { $ref: '#/$defs/word' } },
      $defs: { word },
    };
    expect(accepts(schema, { word: { next: 'end' } })).toBe(true);
    expect(accepts(schema, { word: { next: 'other' } })).toBe(false);
  });
});

describe('a mistake in a schema', () => {
  it.each<[string, JsonObject, string, RegExp]>([
    ['a misspelt type', { properties: { a: { type: 'strng' } } }, '/properties/a/type', /mean string\?/],
    ['a misspelt type in a list', { type: ['string', 'nul'] }, '/type/1', /mean null\?/],
    ['a misspelt keyword', { type: 'object', proprties: {} }, '/proprties', /mean properties\?/],
    ['a keyword of no dialect', { items: { wholly: 1 } }, '/items/wholly', /x-/],
    ['a word for asynchronous validators', { $async: true }, '/$async', /not a keyword/],
    ['a list for a schema', { properties: { a: ['string'] } }, '/properties/a', /must be a schema/],
    ['a number for a list', { required: 1 }, '/required', /must be array/],
    ['a negative length', { $defs: { a: { minLength: -1 } } }, '/$defs/a/minLength', />= 0/],
    ['an unknown dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, '/$schema', /2020-12/],
    [
      'another dialect inside',
      { $defs: { a: { $schema: 'http://json-schema.org/draft-07/schema#' } } },
      '/$defs/a/$schema',
      /2020-12/,
    ],
    ['a reference to what objects inherit', { $ref: '#/toString' }, '/$ref', /\$defs/],
    [
      'a reference to what an object within inherits',
      { properties: { a: { $ref: '#/properties/constructor' } } },
      '/properties/a/$ref',
      /\$defs/,
    ],
    ['a reference to nothing', { properties: { a: { $ref: '#/$defs/A' } } }, '/properties/a/$ref', /\$defs/],
    ['a reference elsewhere', { not: { $ref: 'https://example.com/s' } }, '/not/$ref', /\$defs/],
    ['an empty enum', { properties: { a: { enum: [] } } }, '/properties/a/enum', /at least one value/],
    ['a keyword without its end', { $def: {} }, '/$def', /mean \$defs\?/],
    ['an open class', { pattern: '[' }, '/pattern', /not a regular expression/],
    ['a look-ahead before an alternative', { pattern: '^(?!a)b|c' }, '/pattern', /linear-time/],
    ['a repeated look-ahead', { pattern: '^(?!a)*b' }, '/pattern', /linear-time/],
    ['look-around', { anyOf: [{ pattern: '(?=a)' }] }, '/anyOf/0/pattern', /linear-time/],
    ['look-around in a name', { patternProperties: { '(?=a)': {} } }, '/patternProperties', /linear-time/],
    ['nullable without a type', { nullable: true }, '/nullable', /requires type/],
    ['a circle', { $defs: { x: { $ref: '#/$defs/x' } } }, '/$defs/x/$ref', /leads back to itself/],
    [
      'a circle by an $id',
      { $ref: '#/$defs/x', $defs: { x: { $id: 'a/', $ref: '#' } } },
      '/$defs/x/$ref',
      /leads back to itself/,
    ],
    [
      'a circle of several',
      {
        $ref: 'a#b',
        $defs: { x: { $id: 'a', $anchor: 'b', $ref: 'c/d' }, y: { $id: 'c/d', $ref: '../a#b' } },
      },
      '/$defs/y/$ref',
      /leads back/,
    ],
    ['an $id without a path above it', { $id: 'urn:a', $defs: { x: { $id: 'b/' } } }, '', /no URI/],
    ['an $id twice', { $defs: { a: { $id: 'urn:a' }, b: { $id: 'urn:a', type: 'null' } } }, '', /same \$id/],
    ['an escaped name', { properties: { 'a/b~c': { typ: 1 } } }, '/properties/a~1b~0c/typ', /mean type\?/],
  ])('%s has its place and a cure', (_name, schema, pointer, message) => {
    expect(mistakesOf(schema)).toEqual([[pointer, expect.stringMatching(message)]]);
  });

  it('of data is none', () => {
    const data = { proprties: { type: 'strng' } };
    expect(
      mistakesOf({ default: data, examples: [data], enum: [data], const: data, 'x-mine': data }),
    ).toEqual([]);
  });

  it('is one of at most 20 that are reported', () => {
    const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`zzzzzzzz${index}`, 1]));
    expect(mistakesOf(unknown)).toHaveLength(20);
  });
});
