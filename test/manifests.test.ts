import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import manifestSchema from '../codegen/schemas/manifest.schema.json' with { type: 'json' };
// What the providers published when the manifests were written, never copied from the manifests.
import published from './fixtures/models.json' with { type: 'json' };

interface TokenPrices {
  readonly input: string;
  readonly output: string;
  readonly cachedInput?: string;
  readonly cacheWrite?: string;
}

interface ManifestModel {
  readonly id: string;
  readonly upstream: string;
  readonly group: string;
  readonly judge?: string;
  readonly price: TokenPrices & {
    readonly longContext?: TokenPrices & { readonly overInputTokens: number };
    readonly checked: string;
  };
  readonly limits: {
    readonly contextTokens: number;
    readonly outputTokens: number;
    readonly defaultOutputTokens: number;
    readonly imageTokens?: number;
    readonly pdfPageTokens?: number;
  };
  readonly accepts: { readonly images: readonly string[]; readonly pdf: boolean };
  readonly tuning?: string;
}

interface Manifest {
  readonly provider: { readonly id: string; readonly plugin: string };
  readonly tuning?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly models: readonly ManifestModel[];
}

const folder = new URL('../manifests/', import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .toSorted();
const isManifest = new Ajv({ discriminator: true, strict: false }).compile<Manifest>(manifestSchema);

function readManifest(name: string): Manifest {
  const manifest: unknown = parse(readFileSync(new URL(name, folder), 'utf8'));
  if (!isManifest(manifest)) throw new Error(`${name}: ${JSON.stringify(isManifest.errors)}`);
  return manifest;
}

const manifests = files.map(readManifest);
const models = new Map(
  manifests.flatMap((manifest) => manifest.models.map((model) => [model.id, { manifest, model }] as const)),
);

const publishedPrices = published.map(({ id, price }) => ({ id, price }));

/** Prices as numbers, so that "3.00" in a manifest equals 3 in the list. */
function toNumbers(price: TokenPrices): Record<string, number> {
  const prices = {
    input: price.input,
    output: price.output,
    cachedInput: price.cachedInput,
    cacheWrite: price.cacheWrite,
  };
  return Object.fromEntries(
    Object.entries(prices).flatMap(([name, usd]) => (usd === undefined ? [] : [[name, Number(usd)]])),
  );
}

function idsTunedBy(parameter: string): readonly string[] {
  return [...models.values()]
    .filter(({ manifest, model }) => parameter in (manifest.tuning?.[model.tuning ?? ''] ?? {}))
    .map(({ model }) => model.id);
}

function entryOf(id: string): { readonly manifest: Manifest; readonly model: ManifestModel } {
  const entry = models.get(id);
  if (!entry) throw new Error(`no manifest has ${id}`);
  return entry;
}

describe('the manifest files', () => {
  test('are the nine providers, each named for its id and with one of the five formats', () => {
    expect(files).toEqual([
      'anthropic.yaml',
      'bedrock.yaml',
      'cerebras.yaml',
      'deepseek.yaml',
      'google.yaml',
      'groq.yaml',
      'mistral.yaml',
      'openai.yaml',
      'xai.yaml',
    ]);
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
  test('holds exactly the published IDs, each once', () => {
    const ids = manifests.flatMap((manifest) => manifest.models.map((model) => model.id));
    expect(ids.toSorted()).toEqual(published.map((entry) => entry.id).toSorted());
    expect(ids).toHaveLength(49);
  });

  test('has 16 reasoning, 19 fast and 14 legacy models', () => {
    const sizes = { reasoning: 0, fast: 0, legacy: 0 };
    for (const { model } of models.values()) {
      if (model.group === 'reasoning' || model.group === 'fast' || model.group === 'legacy') {
        sizes[model.group] += 1;
      }
    }
    expect(sizes).toEqual({ reasoning: 16, fast: 19, legacy: 14 });
  });

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

  test('bounds what a file can cost exactly where files are accepted', () => {
    for (const { model } of models.values()) {
      expect(model.limits.imageTokens !== undefined, model.id).toBe(model.accepts.images.length > 0);
      expect(model.limits.pdfPageTokens !== undefined, model.id).toBe(model.accepts.pdf);
    }
  });

  test('recommends the judges of the specification: two, two and two', () => {
    const judges = Map.groupBy(models.values(), ({ model }) => model.judge ?? 'none');
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
