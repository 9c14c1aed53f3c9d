import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { inspectManifests } from '../../codegen/link-input.ts';
import { readCodegenInput } from '../../core/manifests/load/read-input.ts';
import { compareModel } from '../../core/manifests/prices/compare-prices.ts';
import { readPriceList, type PriceList } from '../../core/manifests/prices/price-list-forms.ts';
import type { ListedModel } from '../../core/manifests/prices/price-list.ts';
import type { Model } from '../../core/generated/manifest.ts';
import { SAMPLE_MODEL } from './sample-model.ts';

const LISTS = join(import.meta.dirname, '..', 'fixtures', 'price-lists');

function readFixture(name: string): PriceList {
  return readPriceList(readFileSync(join(LISTS, name), 'utf8'), name);
}

function modelsDev(cost: string, limit = '{}'): ListedModel {
  const text = `{ "lab": { "models": { "m": { "cost": ${cost}, "limit": ${limit} } } } }`;
  const found = readPriceList(text, 'list').providers.get('lab')?.get('m');
  if (found === undefined) throw new Error('the list was not read');
  return found;
}

function litellm(entry: string): ListedModel {
  const text = `{ "lab/m": { "litellm_provider": "lab", "mode": "chat", ${entry} } }`;
  const found = readPriceList(text, 'list').providers.get('lab')?.get('m');
  if (found === undefined) throw new Error('the list was not read');
  return found;
}

function model(change: Partial<Model['price']> = {}, rest: Partial<Model> = {}): Model {
  return { ...SAMPLE_MODEL, price: { ...SAMPLE_MODEL.price, ...change }, ...rest };
}

function said(manifest: Model, listed: ListedModel): readonly string[] {
  return compareModel(manifest, listed).map(
    ({ path, from, to, heldBack }) =>
      `${path.join('.')} ${from} -> ${to}${heldBack === null ? '' : ` (${heldBack})`}`,
  );
}

describe('the form of a list', () => {
  it('is found out', () => {
    expect(readFixture('models-dev.json')).toMatchObject({ form: 'models.dev', nameKey: 'modelsDev' });
    expect(readFixture('litellm.json')).toMatchObject({ form: 'LiteLLM', nameKey: 'litellm' });
    const genai = { form: 'genai-prices', nameKey: 'genaiPrices' };
    expect(readFixture('genai-prices.json')).toMatchObject(genai);
    const text = readFileSync(join(LISTS, 'genai-prices.json'), 'utf8');
    expect(readPriceList(`{ "version": 2, "providers": ${text} }`, 'list')).toMatchObject(genai);
  });

  it.each([
    ['{}', /neither models\.dev's .* nor LiteLLM's/],
    ['{"a": {"models": []}, "b": 1}', /neither/],
    ['[]', /neither .* genai-prices/],
    ['[{"id": "a", "models": {}}]', /neither/],
    ['3', /must hold a JSON object/],
    ['{"a":', /^list is not JSON; fetch it again$/],
  ])('%s is refused', (text, message) => {
    expect(() => readPriceList(text, 'list')).toThrow(message);
  });

  test('no JSON makes it throw anything but that', () => {
    const entry = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.record({
        models: fc.dictionary(fc.string(), fc.record({ cost: fc.jsonValue(), limit: fc.jsonValue() })),
      }),
      fc.record({
        litellm_provider: fc.string(),
        mode: fc.jsonValue(),
        input_cost_per_token: fc.jsonValue(),
      }),
    );
    const price = fc.oneof(
      fc.double(),
      fc.record({
        base: fc.jsonValue(),
        tiers: fc.array(fc.record({ start: fc.jsonValue(), price: fc.jsonValue() })),
      }),
    );
    const genai = fc.record({
      id: fc.string(),
      models: fc.array(
        fc.record({
          id: fc.string(),
          match: fc.jsonValue(),
          prices: fc.oneof(fc.jsonValue(), fc.record({ input_mtok: price, output_mtok: price })),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), entry), fc.array(genai)), (list) => {
        try {
          for (const models of readPriceList(JSON.stringify(list), 'list').providers.values())
            for (const name of models.keys()) {
              const listed = models.get(name);
              if (listed !== undefined) compareModel(SAMPLE_MODEL, listed);
            }
        } catch (error) {
          expect(String(error)).toMatch(/neither/);
        }
      }),
    );
  });
});

describe('a model of a list', () => {
  it('is found without the prefix its key may have, under its own provider alone', () => {
    const { providers } = readFixture('litellm.json');
    const input = { picoUsd: 1_250_000n };
    expect(providers.get('northern_converse')?.get('arc-2')?.prices.input).toEqual(input);
    expect(providers.get('northern_converse')?.get('northern_converse/arc-2')?.prices.input).toEqual(input);
    expect(providers.get('aurora')?.get('arc-2')).toBeUndefined();
    expect(providers.get('aurora')?.get('vega-5-2026-03-01')).toBeDefined();
  });

  it('that embeds is none', () => {
    expect(readFixture('litellm.json').providers.get('aurora')?.get('embed-small')).toBeUndefined();
    expect([...readFixture('litellm.json').providers.keys()]).toEqual([
      'aurora',
      'borealis_on_a_cloud',
      'northern_converse',
    ]);
  });

  it('has its prices in one unit, whatever the list’s', () => {
    const dev = modelsDev('{ "input": 2.5, "output": 10, "cache_read": 1.25, "cache_write": 3.125 }');
    const lite = litellm(`"input_cost_per_token": 2.5e-06, "output_cost_per_token": 1e-05,
      "cache_read_input_token_cost": 1.25e-06, "cache_creation_input_token_cost": 3.125e-6`);
    expect(lite.prices).toEqual(dev.prices);
    expect(dev.prices).toEqual({
      input: { picoUsd: 2_500_000n },
      output: { picoUsd: 10_000_000n },
      cachedInput: { picoUsd: 1_250_000n },
      cacheWrite: { picoUsd: 3_125_000n },
    });
  });

  it('says nothing where the list has no number, or one that is none', () => {
    expect(modelsDev('{ "input": "2", "output": null }').prices).toEqual({});
    expect(modelsDev('{}', '{ "context": 0, "output": 1.5 }')).toMatchObject({
      contextTokens: [],
      outputTokens: undefined,
    });
    expect(litellm('"deprecation_date": "2026-02-30"').shutdown).toBeUndefined();
  });
});

describe('a comparison', () => {
  const own = model({ input: '1.00', output: '2.00' });

  it.each<[string, Model, string, readonly string[]]>([
    ['agrees', own, '{ "input": 1, "output": 2.0 }', []],
    ['shows a move', own, '{ "input": 1.1, "output": 2 }', ['price.input 1.00 -> 1.10']],
    [
      'takes less than 10 times',
      own,
      '{ "input": 9.999999, "output": 0.200001 }',
      ['price.input 1.00 -> 9.999999', 'price.output 2.00 -> 0.200001'],
    ],
    [
      'holds back 10 times or more, both ways',
      own,
      '{ "input": 10, "output": 0.2 }',
      [
        'price.input 1.00 -> 10.00 (rises 10 times or more)',
        'price.output 2.00 -> 0.20 (falls 10 times or more)',
      ],
    ],
    [
      'holds back a fall to zero',
      own,
      '{ "input": 0, "output": 2 }',
      ['price.input 1.00 -> 0 (falls to zero)'],
    ],
    [
      'holds back a rise from zero',
      model({ input: '0', output: '0.00' }),
      '{ "input": 0.000001, "output": 0 }',
      ['price.input 0 -> 0.000001 (rises from zero)'],
    ],
    ['adds a price', own, '{ "cache_read": 0.1 }', ['price.cachedInput null -> 0.10']],
    [
      'holds back a new price of zero',
      own,
      '{ "cache_write": 0 }',
      ['price.cacheWrite null -> 0 (falls to zero)'],
    ],
    [
      'holds back what is not exact',
      own,
      '{ "input": 1.0000001 }',
      ['price.input 1.00 -> 1.0000001 (the list has more than six places; a price must be exact)'],
    ],
    [
      'holds back what no manifest holds',
      model({ input: '99999' }),
      '{ "input": 100000 }',
      ['price.input 99999 -> 100000.00 (is more than a manifest can hold)'],
    ],
    ['leaves alone what the list does not say', model({ cachedInput: '0.10' }), '{ "input": 1 }', []],
  ])('%s', (_name, manifest, cost, expected) => {
    expect(said(manifest, modelsDev(cost))).toEqual(expected);
  });

  it('of limits takes what grows and holds back what shrinks', () => {
    expect(said(own, modelsDev('{}', '{ "context": 40000, "output": 8000 }'))).toEqual([
      'limits.contextTokens 32768 -> 40000',
      'limits.outputTokens 8192 -> 8000 (shrinks)',
    ]);
  });

  it.each([
    [32_768, []],
    [24_576, []], // and 8,192 for the output
    [24_575, ['limits.contextTokens 32768 -> 24575 (shrinks)']],
    [40_000, ['limits.contextTokens 32768 -> 40000']],
  ])('of LiteLLM’s %d input tokens', (tokens, expected) => {
    expect(said(own, litellm(`"max_input_tokens": ${tokens}, "max_output_tokens": 8192`))).toEqual(expected);
  });

  it('of a day of shutdown', () => {
    const listed = litellm('"deprecation_date": "2027-02-01"');
    expect(said(own, listed)).toEqual(['shutdown null -> 2027-02-01']);
    expect(said(model({}, { shutdown: '2027-02-01' }), listed)).toEqual([]);
    expect(said(model({}, { shutdown: '2027-01-01' }), litellm('"mode": "chat"'))).toEqual([]);
  });

  it('of the prices of long prompts', () => {
    const longContext = { overInputTokens: 200_000, input: '2.00', output: '3.00' };
    const long = modelsDev('{ "input": 1, "output": 2, "context_over_200k": { "input": 2.5, "output": 3 } }');
    expect(said(model({ longContext }), long)).toEqual(['price.longContext.input 2.00 -> 2.50']);
    const other = { ...longContext, overInputTokens: 128_000 };
    expect(said(model({ longContext: other }), long)).toEqual([
      'price.longContext over 128000 -> over 200000: input 2.50, output 3.00 (another tier of prices is for a person to write)',
    ]);
    expect(said(own, long)).toEqual([
      'price.longContext null -> over 200000: input 2.50, output 3.00 (another tier of prices is for a person to write)',
    ]);
    const same = modelsDev('{ "input": 1, "output": 2, "context_over_200k": { "input": 1, "output": 2 } }');
    expect(said(own, same)).toEqual([]);
  });

  it('of the tiers models.dev counts exactly, not by the threshold it rounds', () => {
    const longContext = { overInputTokens: 272_000, input: '2.00', output: '3.00' };
    const tier = (size: number, input: number): string =>
      `{ "input": ${input}, "output": 3, "tier": { "type": "context", "size": ${size} } }`;
    const listed = (...tiers: readonly string[]): ListedModel =>
      modelsDev(
        `{ "input": 1, "output": 2, "context_over_200k": { "input": 9, "output": 9 }, "tiers": [${tiers.join()}] }`,
      );
    expect(said(model({ longContext }), listed(tier(272_000, 2)))).toEqual([]);
    expect(said(model({ longContext }), listed(tier(272_000, 2.5)))).toEqual([
      'price.longContext.input 2.00 -> 2.50',
    ]);
    const note = '(another tier of prices is for a person to write)';
    expect(
      said(model({ longContext }), listed(tier(500_000, 4), tier(272_000, 2), tier(128_000, 1.5))),
    ).toEqual([
      `price.longContext over 272000 -> over 128000: input 1.50, output 3.00 ${note}`,
      `price.longContext over 272000 -> over 500000: input 4.00, output 3.00 ${note}`,
    ]);
  });

  it('of a rounded threshold holds for a higher one of the manifest, and for no lower one', () => {
    const longContext = { overInputTokens: 272_000, input: '2.00', output: '3.00' };
    const rounded = modelsDev(
      '{ "input": 1, "output": 2, "context_over_200k": { "input": 2.5, "output": 3 } }',
    );
    expect(said(model({ longContext }), rounded)).toEqual(['price.longContext.input 2.00 -> 2.50']);
    const agreeing = modelsDev(
      '{ "input": 1, "output": 2, "context_over_200k": { "input": 2, "output": 3 } }',
    );
    expect(said(model({ longContext }), agreeing)).toEqual([]);
  });

  it('of a limit of output that is the context is held back', () => {
    const why = '(repeats the context, as lists do where they know no limit of the output)';
    expect(said(own, litellm('"max_input_tokens": 32768, "max_output_tokens": 32768'))).toEqual([
      `limits.outputTokens 8192 -> 32768 ${why}`,
    ]);
    expect(said(own, modelsDev('{}', '{ "context": 32768, "output": 32768 }'))).toEqual([
      `limits.outputTokens 8192 -> 32768 ${why}`,
    ]);
    expect(said(own, modelsDev('{}', '{ "context": 32768, "output": 16384 }'))).toEqual([
      'limits.outputTokens 8192 -> 16384',
    ]);
  });

  it('of genai-prices reads the prices in force, every tier, and the models a rule stands for', () => {
    const { providers } = readPriceList(
      readFileSync(join(LISTS, 'genai-prices.json'), 'utf8'),
      'list',
      '2026-11-22',
    );
    const vega = providers.get('aurora-labs')?.get('vega-5-2026-03-01');
    expect(vega).toMatchObject({
      prices: { input: { picoUsd: 2_500_000n }, output: { picoUsd: 12_500_000n } },
      contextTokens: [400_000],
    });
    expect(providers.get('aurora-labs')?.get('vega-6')).toBeUndefined();
    expect(providers.get('aurora-labs')?.get('MINI-2')?.prices.input).toEqual({ picoUsd: 90_000n });
    const arc = providers.get('northern')?.get('northern.arc-2');
    expect([...(arc?.longContexts ?? [])]).toEqual([
      [
        200_000,
        {
          input: { picoUsd: 2_500_000n },
          cachedInput: { picoUsd: 125_000n },
          output: { picoUsd: 15_000_000n },
        },
      ],
      [
        500_000,
        {
          input: { picoUsd: 4_000_000n },
          cachedInput: { picoUsd: 125_000n },
          output: { picoUsd: 15_000_000n },
        },
      ],
    ]);
    expect(providers.get('northern')?.get('arc-3')).toBeUndefined();
  });

  it('of LiteLLM’s prices of long prompts', () => {
    const longContext = { overInputTokens: 272_000, input: '2.00', output: '3.00' };
    const listed = litellm(
      '"input_cost_per_token": 1e-6, "input_cost_per_token_above_272k_tokens": 2.5e-6, "input_cost_per_token_batches": 5e-7',
    );
    expect(said(model({ longContext }), listed)).toEqual(['price.longContext.input 2.00 -> 2.50']);
  });
});

test('every provider of the manifests has its name in each form of list', async () => {
  const input = await readCodegenInput({ manifests: join(import.meta.dirname, '..', '..', 'manifests') });
  const names = inspectManifests(input).manifests.map(({ manifest: { provider } }) => [
    provider.id,
    provider.priceLists?.modelsDev ?? provider.id,
    provider.priceLists?.litellm ?? provider.id,
    provider.priceLists?.genaiPrices ?? provider.id,
  ]);
  const others = names.filter(([id, ...own]) => own.some((name) => name !== id));
  expect(others).toEqual([
    ['bedrock', 'amazon-bedrock', 'bedrock_converse', 'aws'],
    ['google', 'google', 'gemini', 'google'],
    ['xai', 'xai', 'xai', 'x-ai'],
  ]);
});
