import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { inspectManifests } from '../../codegen/link-input.ts';
import type { WirePlugin } from '../../core/contract.ts';
import { type CodegenInput, readCodegenInput } from '../../core/manifests/load/read-input.ts';
import { formatProblem } from '../../core/manifests/load/manifest-problem.ts';
import { providerText, type NewProvider } from '../../core/manifests/edit/provider-text.ts';
import { SAMPLE_MODEL } from './sample-model.ts';

const SCHEMA = '../codegen/schemas/manifest.schema.json';
const WORKSHOP: NewProvider = {
  id: 'workshop',
  name: 'Workshop server',
  plugin: 'chat-completions',
  baseUrl: 'http://127.0.0.1:8000/v1',
  key: undefined,
  usage: undefined,
  model: SAMPLE_MODEL,
};

const FORMATS = ['chat-completions', 'responses', 'messages', 'generate-content', 'converse'];

let input: CodegenInput;
beforeAll(async () => {
  input = await readCodegenInput(join(import.meta.dirname, '..', '..', 'manifests'));
});

/** Checks all providers at once under unique IDs, because compiling the checks is most of the work. */
function problemsOf(providers: readonly NewProvider[]): readonly string[] {
  const manifests = providers.map((provider, index) => {
    const id = `workshop-${index}`;
    const renamed = { ...provider, id, model: { ...provider.model, id: `model-${index}` } };
    return [`${id}.yaml`, providerText(renamed, '2026-11-20', SCHEMA)] as const;
  });
  return inspectManifests({ ...input, manifests: new Map(manifests) }).problems.map(formatProblem);
}

describe('a new provider’s manifest', () => {
  it('passes the checks on every format, with any kind of key, and with a price for cached tokens', () => {
    const price = { ...SAMPLE_MODEL.price, cachedInput: '0.10' };
    const cached = { ...SAMPLE_MODEL, price, caching: { mode: 'automatic' } as const };
    const keys = [
      undefined,
      { env: 'WORKSHOP_API_KEY', header: undefined },
      { env: 'WORKSHOP_API_KEY', header: 'x-api-key' },
    ];
    const providers = FORMATS.flatMap((plugin) => [
      ...keys.map((key) => ({ ...WORKSHOP, plugin, key })),
      { ...WORKSHOP, plugin, model: cached },
    ]);
    expect(problemsOf(providers)).toEqual([]);
  });

  it('has the facts of the provider, and begins with the schema for editors', () => {
    const key = { env: 'WORKSHOP_API_KEY', header: 'x-api-key' };
    const text = providerText({ ...WORKSHOP, key }, '2026-11-20', SCHEMA);
    expect(text.split('\n', 1)[0]).toBe(`# yaml-language-server: $schema=${SCHEMA}`);
    expect(parse(text)).toMatchObject({
      provider: {
        id: 'workshop',
        name: 'Workshop server',
        plugin: 'chat-completions',
        baseUrl: 'http://127.0.0.1:8000/v1',
        auth: { scheme: 'header', header: 'x-api-key', env: 'WORKSHOP_API_KEY' },
      },
      models: [SAMPLE_MODEL],
    });
  });

  it('needs no pointers for a format that has them', async () => {
    for (const plugin of FORMATS) {
      const { default: wire } = (await import(`../../plugins/${plugin}.ts`)) as { default: WirePlugin };
      expect(wire.usage, plugin).toHaveProperty('input');
      expect(parse(providerText({ ...WORKSHOP, plugin }, '2026-11-20', SCHEMA)).provider).not.toHaveProperty(
        'usage',
      );
    }
    const usage = { input: '/counts/in', output: '/counts/out' };
    const text = providerText({ ...WORKSHOP, plugin: 'elsewhere', usage }, '2026-11-20', SCHEMA);
    expect(parse(text).provider.usage).toEqual(usage);
  });

  test('keeps every name of one line as it is', () => {
    const oneLine = fc
      .string({ minLength: 1, maxLength: 64, unit: 'grapheme' })
      .filter((text) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text));
    fc.assert(
      fc.property(oneLine, (name) => {
        expect(parse(providerText({ ...WORKSHOP, name }, '2026-11-20', SCHEMA)).provider.name).toBe(name);
      }),
      { examples: [['a name before a wide space\u2003'], ['\u00a0']] },
    );
  });
});
