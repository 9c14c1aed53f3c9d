import { beforeAll, describe, expect, test } from 'vitest';
import { inspectManifests } from '../../codegen/link-input.ts';
import type { CodegenInput } from '../../core/manifests/load/read-input.ts';
import { formatProblem } from '../../core/manifests/load/manifest-problem.ts';
import type { Model, RegistryData } from '../../core/contract.ts';
import { registryOnDisk } from '../contract/registry-on-disk.ts';
import { fixtureInput, importGenerated } from './fixture-input.ts';

let input: CodegenInput;
let registry: RegistryData;
beforeAll(async () => {
  input = await fixtureInput();
  ({ registry } = await importGenerated(input));
});

function modelOf(id: string): Model {
  const model = registry.models.find((candidate) => candidate.id === id);
  if (model === undefined) throw new Error(`${id} is not in the registry`);
  return model;
}

describe('the registry', () => {
  test('lists providers and models in the order of files and entries', () => {
    expect(registry.providers.map(({ id }) => id)).toEqual(['aurora', 'borealis']);
    expect(registry.models.map(({ id, provider }) => `${provider} ${id}`)).toEqual([
      'aurora aurora-vega-5',
      'aurora aurora-mini',
      'borealis borealis-arc',
      'borealis borealis-glow.1',
    ]);
  });

  test('holds every fact of a model', () => {
    expect(modelOf('aurora-vega-5')).toEqual({
      id: 'aurora-vega-5',
      provider: 'aurora',
      upstream: 'vega-5-2026-03-01',
      names: [],
      group: 'reasoning',
      judge: 'primary',
      typicalOutputTokens: { answer: 1_000, reasoning: 1_000, verdict: 500 },
      price: {
        inputPicoUsd: 3_000_000,
        outputPicoUsd: 15_000_000,
        cachedInputPicoUsd: 300_000,
        cacheWritePicoUsd: 3_750_000,
        longContext: null,
        searchPicoUsd: null,
        checked: '2026-11-02',
      },
      limits: {
        contextTokens: 400_000,
        outputTokens: 128_000,
        defaultOutputTokens: 8192,
        uncappedReasoningTokens: 0,
        imageTokens: 1500,
        pdfPageTokens: 3000,
      },
      accepts: { images: ['image/png', 'image/jpeg'], pdf: true },
      tools: null,
      sampling: { temperature: [0, 1], topP: [0.01, 1], together: false, greedyTopP: null },
      schemaEnforcement: 'instruction',
      caching: { mode: 'explicit', minTokens: 1024, discountMilli: null },
      tuning: {
        thinkingBudget: {
          schema: {
            description: 'Tokens the model may think before it answers; 0 turns thinking off.',
            oneOf: [
              { type: 'integer', const: 0 },
              { type: 'integer', minimum: 1024, maximum: 32_000 },
            ],
          },
          cases: [
            { equals: 0 },
            { below: 4096, set: { '/effort': 'low' }, warn: 'This model takes levels; low was sent.' },
            { set: { '/effort': 'high', '/budget': '$value' }, raisesMaxTokens: true, dropsSampling: true },
          ],
        },
      },
      send: { '/store': false },
      shutdown: '2027-04-01',
      deprecated: null,
      successor: null,
      isSucceeded: false,
    });
  });

  test('has null, zero or an empty value for missing facts', () => {
    const { judge, price, limits, sampling, caching, tuning, send, shutdown } = modelOf('aurora-mini');
    expect({ judge, sampling, caching, tuning, send, shutdown }).toEqual({
      judge: null,
      sampling: { temperature: [0, 2], topP: null, together: true, greedyTopP: null },
      caching: { mode: 'none', minTokens: null, discountMilli: null },
      tuning: {},
      send: {},
      shutdown: null,
    });
    expect(price).toMatchObject({ inputPicoUsd: 8750, cachedInputPicoUsd: null, cacheWritePicoUsd: null });
    expect(limits).toMatchObject({ uncappedReasoningTokens: 0, imageTokens: 0, pdfPageTokens: 0 });
  });

  test('holds long-context and search prices, and a discount in thousandths', () => {
    expect(modelOf('borealis-arc').price).toMatchObject({
      longContext: {
        overInputTokens: 200_000,
        inputPicoUsd: 2_500_000,
        outputPicoUsd: 15_000_000,
        cachedInputPicoUsd: 250_000,
        cacheWritePicoUsd: null,
      },
      searchPicoUsd: 14_000_000_000,
    });
    expect(modelOf('borealis-glow.1').caching).toEqual({
      mode: 'automatic',
      minTokens: null,
      discountMilli: 900,
    });
  });

  test('writes the short form of x-wire out as a case', () => {
    const { thinkingBudget, webSearch } = modelOf('borealis-arc').tuning;
    expect(thinkingBudget?.cases).toEqual([{ set: { '/thinking/budget': '$value' } }]);
    expect(webSearch?.cases).toEqual([{ equals: true, set: { '/tools': [{ search: {} }] } }, { set: {} }]);
  });

  test('holds every fact of a provider', () => {
    const [aurora, borealis] = registry.providers;
    expect(aurora).toMatchObject({
      name: 'Aurora Labs',
      plugin: 'chat-completions',
      headers: {},
      wire: { maxTokens: 'max_completion_tokens', systemRole: 'developer' },
      usage: { output: { firstOf: ['/usage/output_tokens', '/usage/completion'] } },
    });
    expect(borealis).toMatchObject({
      headers: { 'x-borealis-version': '2026-01-01' },
      wire: {},
      auth: { scheme: 'sigv4' },
    });
  });

  test('is frozen to its last member', () => {
    const thawed: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) thawed.push(path);
      for (const [key, member] of Object.entries(value)) visit(member, `${path}/${key}`);
    };
    for (const { model, provider } of registryOnDisk.entries) {
      visit(model, model.id);
      visit(provider, provider.id);
    }
    expect(thawed).toEqual([]);
  });
});

describe('prices against those of the registry before', () => {
  const problemsAfter = (change: (text: string) => string): readonly string[] => {
    const manifests = new Map(
      [...input.manifests].map(([file, text]) => [file.replace(/.*\//, ''), change(text)]),
    );
    return inspectManifests({ ...input, manifests, previous: registry }).problems.map(formatProblem);
  };

  test('may move up to just under ten times', () => {
    expect(problemsAfter((text) => text.replace('output: "15.00"', 'output: "149.99"'))).toEqual([]);
    expect(problemsAfter((text) => text.replace('output: "0.14"', 'output: "0.0141"'))).toEqual([]);
  });

  test.each([
    ['output: "15.00"', 'output: "150.00"', 'aurora.yaml:41:78 /models/0/price/output'],
    ['input: "0.00875"', 'input: "0.000875"', 'aurora.yaml:54:21 /models/1/price/input'],
  ])('may not move tenfold on the same day: %s', (before, after, place) => {
    expect(problemsAfter((text) => text.replace(before, after))).toEqual([
      `${place}: changed tenfold or more since 2026-11-02; correct it, or set checked to the day you compared it; if that is the same day, restart the gateway`,
    ]);
  });

  test('may come and go', () => {
    expect(problemsAfter((text) => text.replace('cacheWrite: "3.75", ', ''))).toEqual([]);
    expect(
      problemsAfter((text) => text.replace('input: "0.50", ', 'input: "0.50", cacheWrite: "9.00", ')),
    ).toEqual([]);
  });

  test('may move any way with a new day of comparison', () => {
    const change = (text: string): string =>
      text.replace('output: "15.00", checked: 2026-11-02', 'output: "1500.00", checked: 2026-11-03');
    expect(problemsAfter(change)).toEqual([]);
  });
});
