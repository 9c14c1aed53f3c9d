import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/contract.ts';
import { registry } from '../contract/registry-on-disk.ts';
import { widenSchema } from './widened.ts';
import { GENERATED_SCHEMAS } from './generators/generators.ts';

const providers = registry.providers.flatMap(({ id, schemaSubset: subset }) =>
  subset === null ? [] : [{ id, subset }],
);

function keywordsIn(value: unknown): readonly string[] {
  return JSON.stringify(value).match(/"(definitions|\$id|\$schema|nullable|additionalItems)":/g) ?? [];
}

describe.each(GENERATED_SCHEMAS)('%s', (_name, { schema, valid }) => {
  it.each(providers)(
    'for $id is a whole schema of 2020-12 that accepts what the caller does',
    ({ subset }) => {
      const widened = widenSchema(schema, subset);
      if (widened === undefined) return;
      expect(keywordsIn(widened.schema)).toEqual([]);
      // Throws for a reference to a dropped part.
      const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(widened.schema);
      if (subset.allRequired) return;
      for (const value of valid)
        expect(isValid(widened.wrapped ? { value } : value), JSON.stringify(isValid.errors)).toBe(true);
    },
  );
});

it('keeps the parts that each provider can express', () => {
  expect(
    Object.fromEntries(
      GENERATED_SCHEMAS.map(([name, { schema }]) => [
        name,
        providers.filter(({ subset }) => widenSchema(schema, subset) !== undefined).map(({ id }) => id),
      ]),
    ),
  ).toEqual({
    openapi: ['bedrock', 'google', 'groq', 'openai'],
    'pydantic-decimal': ['bedrock', 'google', 'groq', 'openai'],
    // Strict providers do not support maps, values of any type and $id.
    pydantic: ['bedrock', 'google'],
    typebox: [],
    zod: ['bedrock', 'google'],
    'zod-draft-07': ['bedrock', 'google'],
    'zod-recursive': ['bedrock', 'google', 'groq', 'openai'],
  });
});

describe('a list with a schema for each place', () => {
  const pair: JsonObject = { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }] };
  const [first] = providers.filter(({ subset }) => !subset.keywords.includes('prefixItems') && !subset.typed);

  it.each<[string, JsonObject, JsonObject]>([
    ['and no more', { ...pair, items: false }, { items: { anyOf: pair['prefixItems'] ?? [] } }],
    ['and anything after', pair, {}],
    [
      'and one for all after',
      { ...pair, items: { type: 'null' } },
      { items: { anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }] } },
    ],
  ])('%s becomes wider, never narrower', (_name, schema, entries) => {
    const most = schema['items'] === false ? { maxItems: 2 } : {};
    expect(first && widenSchema(schema, first.subset)?.schema).toMatchObject({
      properties: { value: { type: 'array', ...most, ...entries } },
    });
  });
});
