import { expect, it } from 'vitest';
import type { JsonObject } from '../../core/contract.ts';
import { compileSchema } from '../../core/schema/compile-schema.ts';
import { firstMistake, forbiddenRequired } from '../../core/schema/first-mistake.ts';

function mistakeOf(schema: JsonObject, value: unknown): ReturnType<typeof firstMistake> {
  const compiled = compileSchema(schema);
  if ('mistakes' in compiled) throw new Error(JSON.stringify(compiled.mistakes));
  return compiled.validate(value) ? undefined : firstMistake(compiled.validate.errors ?? []);
}

it.each<[string, JsonObject, unknown, string, string]>([
  ['the root', { type: 'object' }, [], '', 'type'],
  ['a place within', { items: { properties: { a: { enum: [1] } } } }, [{ a: 1 }, { a: 2 }], '/1/a', 'enum'],
  [
    'alternatives that fail where they are',
    { anyOf: [{ type: 'null' }, { type: 'string' }] },
    5,
    '',
    'anyOf',
  ],
  [
    'an alternative that fails further in',
    { anyOf: [{ type: 'null' }, { properties: { a: { type: 'string' } } }] },
    { a: 5 },
    '/a',
    'type',
  ],
  [
    'a name that has to be escaped',
    { properties: { 'a/b': { type: 'string' } } },
    { 'a/b': 5 },
    '/a~1b',
    'type',
  ],
])('an output that fails at %s', (_name, schema, value, pointer, keyword) => {
  expect(mistakeOf(schema, value)).toEqual({ pointer, keyword });
});

it('a place holds so much of the output and no more', () => {
  const value = { ['n'.repeat(10_000)]: 5 };
  expect(mistakeOf({ additionalProperties: { type: 'string' } }, value)?.pointer).toHaveLength(200);
});

it('only a property that no object can have is forbidden', () => {
  const closed = { required: ['a', 'b'], properties: { a: true }, additionalProperties: false };
  expect(forbiddenRequired(closed)).toBe('/required/1');
  expect(forbiddenRequired({ $defs: { 'x/y': { anyOf: [closed] } } })).toBe('/$defs/x~1y/anyOf/0/required/1');
  expect(forbiddenRequired({ ...closed, additionalProperties: { type: 'null' } })).toBeUndefined();
  expect(forbiddenRequired({ ...closed, patternProperties: { '^b': true } })).toBeUndefined();
  expect(forbiddenRequired({ ...closed, required: ['a'] })).toBeUndefined();
  expect(forbiddenRequired({ default: closed, enum: [closed] })).toBeUndefined();
});
