import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { inspectManifests } from '../../codegen/link-input.ts';
import { readCodegenInput } from '../../core/manifests/load/read-input.ts';
import { compareModel } from '../../core/manifests/prices/compare-prices.ts';
import { type ListedModel, readModelsDev } from '../../core/manifests/prices/price-list.ts';
import type { Model } from '../../core/generated/manifest.ts';
import { SAMPLE_MODEL } from './sample-model.ts';

function modelsDev(cost: string, limit = '{}'): ListedModel {
  const text = `{ "lab": { "models": { "m": { "cost": ${cost}, "limit": ${limit} } } } }`;
  const found = readModelsDev(text, 'list').get('lab')?.get('m');
  if (found === undefined) throw new Error('the list was not read');
  return found;
}

function model(change: Partial<Model['price']> = {}, rest: Partial<Model> = {}): Model {
  return { ...SAMPLE_MODEL, price: { ...SAMPLE_MODEL.price, ...change }, ...rest };
}

function differencesOf(manifest: Model, listed: ListedModel): readonly string[] {
  return compareModel(manifest, listed).map(({ path, from, to }) => `${path.join('.')} ${from} -> ${to}`);
}

describe('a list', () => {
  it.each([
    ['{}', /^list is not models\.dev's api\.json; download it from/],
    ['{"a": {"models": []}, "b": 1}', /is not models\.dev's/],
    ['[]', /must hold a JSON object/],
    ['3', /must hold a JSON object/],
    ['{"a":', /^list is not JSON; fetch it again$/],
  ])('%s is refused', (text, message) => {
    expect(() => readModelsDev(text, 'list')).toThrow(message);
  });

  test('no JSON makes it throw anything but that', () => {
    const entry = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.record({
        models: fc.dictionary(fc.string(), fc.record({ cost: fc.jsonValue(), limit: fc.jsonValue() })),
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), entry), (list) => {
        try {
          for (const models of readModelsDev(JSON.stringify(list), 'list').values())
            for (const listed of models.values()) compareModel(SAMPLE_MODEL, listed);
        } catch (error) {
          expect(String(error)).toMatch(/is not models\.dev/);
        }
      }),
    );
  });
});

describe('a model of a list', () => {
  it('has its prices', () => {
    const dev = modelsDev('{ "input": 2.5, "output": 10, "cache_read": 1.25, "cache_write": 3.125 }');
    expect(dev.prices).toEqual({
      input: 2.5,
      output: 10,
      cachedInput: 1.25,
      cacheWrite: 3.125,
    });
  });

  it('lacks a fact for which the list has no valid number', () => {
    expect(modelsDev('{ "input": "2", "output": null }').prices).toEqual({});
    expect(modelsDev('{}', '{ "context": 0, "output": 1.5 }')).toMatchObject({
      contextTokens: undefined,
      outputTokens: undefined,
    });
  });
});

describe('a comparison', () => {
  const own = model({ input: '1.00', output: '2.00' });

  it.each<[string, Model, string, readonly string[]]>([
    ['agrees', own, '{ "input": 1, "output": 2.0 }', []],
    ['shows a move', own, '{ "input": 1.1, "output": 2 }', ['price.input 1.00 -> 1.1']],
    ['shows a fall to zero', own, '{ "input": 0, "output": 2 }', ['price.input 1.00 -> 0']],
    [
      'shows a rise from zero',
      model({ input: '0', output: '0.00' }),
      '{ "input": 0.000001, "output": 0 }',
      ['price.input 0 -> 0.000001'],
    ],
    ['adds a price', own, '{ "cache_read": 0.1 }', ['price.cachedInput null -> 0.1']],
    [
      'shows what no manifest holds, because it has too many places',
      own,
      '{ "input": 1.0000001 }',
      ['price.input 1.00 -> 1.0000001'],
    ],
    ['leaves alone what the list does not say', model({ cachedInput: '0.10' }), '{ "input": 1 }', []],
  ])('%s', (_name, manifest, cost, expected) => {
    expect(differencesOf(manifest, modelsDev(cost))).toEqual(expected);
  });

  it('of limits shows higher and lower ones', () => {
    expect(differencesOf(own, modelsDev('{}', '{ "context": 40000, "output": 8000 }'))).toEqual([
      'limits.contextTokens 32768 -> 40000',
      'limits.outputTokens 8192 -> 8000',
    ]);
  });

  it('of the prices of long prompts', () => {
    const longContext = { overInputTokens: 200_000, input: '2.00', output: '3.00' };
    const long = modelsDev('{ "input": 1, "output": 2, "context_over_200k": { "input": 2.5, "output": 3 } }');
    expect(differencesOf(model({ longContext }), long)).toEqual(['price.longContext.input 2.00 -> 2.5']);
    const other = { ...longContext, overInputTokens: 128_000 };
    expect(differencesOf(model({ longContext: other }), long)).toEqual([
      'price.longContext over 128000 -> over 200000: input 2.5, output 3',
    ]);
    expect(differencesOf(own, long)).toEqual(['price.longContext null -> over 200000: input 2.5, output 3']);
    const same = modelsDev('{ "input": 1, "output": 2, "context_over_200k": { "input": 1, "output": 2 } }');
    expect(differencesOf(own, same)).toEqual([]);
  });

  it('of the tiers models.dev counts exactly, not by the threshold it rounds', () => {
    const longContext = { overInputTokens: 272_000, input: '2.00', output: '3.00' };
    const tier = (size: number, input: number): string =>
      `{ "input": ${input}, "output": 3, "tier": { "type": "context", "size": ${size} } }`;
    const listed = (...tiers: readonly string[]): ListedModel =>
      modelsDev(
        `{ "input": 1, "output": 2, "context_over_200k": { "input": 9, "output": 9 }, "tiers": [${tiers.join()}] }`,
      );
    expect(differencesOf(model({ longContext }), listed(tier(272_000, 2)))).toEqual([]);
    expect(differencesOf(model({ longContext }), listed(tier(272_000, 2.5)))).toEqual([
      'price.longContext.input 2.00 -> 2.5',
    ]);
    expect(
      differencesOf(model({ longContext }), listed(tier(500_000, 4), tier(272_000, 2), tier(128_000, 1.5))),
    ).toEqual([
      'price.longContext over 272000 -> over 128000: input 1.5, output 3',
      'price.longContext over 272000 -> over 500000: input 4, output 3',
    ]);
  });

  it('of a rounded threshold holds for a higher one of the manifest, and for no lower one', () => {
    const longContext = { overInputTokens: 272_000, input: '2.00', output: '3.00' };
    const rounded = modelsDev(
      '{ "input": 1, "output": 2, "context_over_200k": { "input": 2.5, "output": 3 } }',
    );
    expect(differencesOf(model({ longContext }), rounded)).toEqual(['price.longContext.input 2.00 -> 2.5']);
    const agreeing = modelsDev(
      '{ "input": 1, "output": 2, "context_over_200k": { "input": 2, "output": 3 } }',
    );
    expect(differencesOf(model({ longContext }), agreeing)).toEqual([]);
  });

  it('leaves alone a limit of output that only repeats the context', () => {
    expect(differencesOf(own, modelsDev('{}', '{ "context": 32768, "output": 32768 }'))).toEqual([]);
    expect(differencesOf(own, modelsDev('{}', '{ "context": 32768, "output": 16384 }'))).toEqual([
      'limits.outputTokens 8192 -> 16384',
    ]);
  });
});

test('every provider of the manifests has its name in the list', async () => {
  const input = await readCodegenInput(join(import.meta.dirname, '..', '..', 'manifests'));
  const providers = inspectManifests(input).manifests.map(({ manifest: { provider } }) => provider);
  const others = providers.filter(({ priceLists }) => priceLists !== undefined);
  expect(others.map(({ id, priceLists }) => [id, priceLists])).toEqual([
    ['bedrock', { modelsDev: 'amazon-bedrock' }],
  ]);
});
