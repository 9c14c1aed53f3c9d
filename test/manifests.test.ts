import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { inspectManifests } from '../codegen/link-input.ts';
import type { Manifest, Model } from '../core/generated/manifest.ts';
import { readCodegenInput } from '../core/manifests/load/read-input.ts';
// What the providers published when the manifests were written, never copied from the manifests.
import published from './fixtures/models.json' with { type: 'json' };

type TokenPrices = Pick<Model['price'], 'input' | 'output' | 'cachedInput' | 'cacheWrite'>;

const folder = new URL('../manifests/', import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .toSorted();
const checked = inspectManifests(await readCodegenInput(fileURLToPath(folder)));
const manifests = checked.manifests.map(({ manifest }) => manifest);
const models = new Map(
  manifests.flatMap((manifest) => manifest.models.map((model) => [model.id, { manifest, model }] as const)),
);

const publishedPrices = published.map(({ id, price }) => ({ id, price }));

/** Prices as numbers, so that "3.00" in a manifest equals 3 in the list. */
function toNumbers(price: TokenPrices): Record<string, number> {
  const { input, output, cachedInput, cacheWrite } = price;
  const prices = { input, output, cachedInput, cacheWrite };
  return Object.fromEntries(
    Object.entries(prices).flatMap(([name, usd]) => (usd === undefined ? [] : [[name, Number(usd)]])),
  );
}

/** Of the models whose facts are known here: a further one changes nothing. */
const known = [...models.values()].filter(({ model }) => published.some(({ id }) => id === model.id));

function idsTunedBy(parameter: string): readonly string[] {
  return known
    .filter(({ manifest, model }) => parameter in (manifest.tuning?.[model.tuning ?? ''] ?? {}))
    .map(({ model }) => model.id);
}

function entryOf(id: string): { readonly manifest: Manifest; readonly model: Model } {
  const entry = models.get(id);
  if (!entry) throw new Error(`no manifest has ${id}`);
  return entry;
}

describe('the manifest files', () => {
  test('have no mistake, are named for their providers, and use each of the five formats', () => {
    expect(checked.problems).toEqual([]);
    expect(manifests.map(({ provider }) => `${provider.id}.yaml`)).toEqual(files);
    expect(new Set(manifests.map(({ provider }) => provider.plugin))).toEqual(
      new Set(['chat-completions', 'responses', 'messages', 'generate-content', 'converse']),
    );
  });

  test.each(files)('%s tells editors its schema, then where its facts come from', (name) => {
    const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
    expect(lines[0]).toBe('# yaml-language-server: $schema=../codegen/schemas/manifest.schema.json');
    expect(lines[1]).toBe('#');
    const header = lines
      .slice(
        2,
        lines.findIndex((line) => !line.startsWith('#')),
      )
      .join(' ');
    expect(header).toMatch(/Facts read 20\d\d-\d\d-\d\d from/);
    expect(basename(name, '.yaml')).toMatch(/^[a-z]+$/);
  });

  test('use neither anchors nor tabs, and keep their lines readable', () => {
    for (const name of files) {
      for (const line of readFileSync(new URL(name, folder), 'utf8').split('\n')) {
        expect(line, name).not.toMatch(/\t|: [&*]\w/);
        expect(line.length, `${name}: ${line}`).toBeLessThanOrEqual(150);
      }
    }
  });
});

describe('the registry', () => {
  test.each(published)('$id is the model its provider publishes', (expected) => {
    const { manifest, model } = entryOf(expected.id);
    expect(manifest.provider.id).toBe(expected.provider);
    expect(model.group).toBe(expected.group);
    expect(model.upstream).toBe(expected.upstream);
    expect(model.limits.contextTokens).toBe(expected.contextTokens);
    if (expected.outputTokens !== null) expect(model.limits.outputTokens).toBe(expected.outputTokens);
    expect(model.limits.defaultOutputTokens).toBeLessThanOrEqual(model.limits.outputTokens);
    expect(model.limits.outputTokens).toBeLessThanOrEqual(model.limits.contextTokens);
  });

  test.each(publishedPrices)('$id has its published prices', ({ id, price }) => {
    const { model } = entryOf(id);
    const { longContext, ...base } = price;
    expect(toNumbers(model.price)).toEqual(base);
    expect(model.price.longContext === undefined).toBe(longContext === undefined);
    if (model.price.longContext === undefined || longContext === undefined) return;
    const { overInputTokens, ...tier } = longContext;
    expect(model.price.longContext.overInputTokens).toBe(overInputTokens);
    expect(toNumbers(model.price.longContext)).toEqual(tier);
  });

  test('recommends the judges of the specification: two, two and two', () => {
    const judges = Map.groupBy(known, ({ model }): string => model.judge ?? 'none');
    const idsOf = (role: string): unknown => judges.get(role)?.map(({ model }) => model.id);
    expect(idsOf('primary')).toEqual(['claude-opus-4-7', 'claude-opus-4-6']);
    expect(idsOf('alternative')).toEqual(['gemini-3.1-pro-preview', 'gpt-5.5']);
    expect(idsOf('reasoning')).toEqual(['deepseek-v4-pro', 'grok-4.5']);
  });
});

describe('the tuning groups of the specification', () => {
  const gemini = [
    'gemini-3.1-pro-preview',
    'gemini-3.5-flash',
    'gemini-3-flash-preview',
    'gemini-3.1-flash-lite',
  ];

  test('thinkingBudget: three models of one lab, four of another', () => {
    const anthropic = ['claude-opus-4-7', 'claude-opus-4-6', 'claude-sonnet-4-6'];
    expect(idsTunedBy('thinkingBudget').toSorted()).toEqual([...anthropic, ...gemini].toSorted());
  });

  test.each(['webSearch', 'cachedContent'])('%s: the same four', (parameter) => {
    expect(idsTunedBy(parameter)).toEqual(gemini);
  });

  test('reasoningEffort: ten models of one lab, two of a second, two on a fast provider', () => {
    const counts = { openai: 0, xai: 0, cerebras: 0 };
    for (const id of idsTunedBy('reasoningEffort')) {
      const provider = entryOf(id).manifest.provider.id;
      if (provider === 'openai' || provider === 'xai' || provider === 'cerebras') counts[provider] += 1;
      else expect.unreachable(`${id} is outside the groups`);
    }
    expect(counts).toEqual({ openai: 10, xai: 2, cerebras: 2 });
  });

  test('every group named by a model exists', () => {
    for (const { manifest, model } of models.values()) {
      if (model.tuning !== undefined) expect(manifest.tuning, model.id).toHaveProperty(model.tuning);
    }
  });
});
