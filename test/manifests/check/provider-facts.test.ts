import { beforeAll, expect, test } from 'vitest';
import { inspectManifests, linkInput } from '../../../codegen/link-input.ts';
import type { CodegenInput } from '../../../core/manifests/load/read-input.ts';
import { fixtureInput } from '../../codegen/fixture-input.ts';

let withProvider: (from: string, to: string) => CodegenInput;
beforeAll(async () => {
  const input = await fixtureInput();
  withProvider = (from, to) => {
    const manifests = [...input.manifests].map(([file, text]) => {
      if (!file.endsWith('aurora.yaml')) return [file, text] as const;
      expect(text).toContain(from);
      return [file, text.replace(from, () => to)] as const;
    });
    return { ...input, manifests: new Map(manifests) };
  };
});

const KEY = 'auth: { scheme: bearer, env: AURORA_API_KEY }';

test('a server may need no key', () => {
  const { registry } = linkInput(withProvider(KEY, 'auth: { scheme: none }'));
  expect(registry.providers.map(({ auth }) => auth)).toContainEqual({ scheme: 'none' });
});

test('a key of a server that asks for none is a mistake', () => {
  const { problems } = inspectManifests(withProvider(KEY, 'auth: { scheme: none, env: AURORA_API_KEY }'));
  expect(problems.map(({ path, message }) => [path, message])).toEqual([
    ['/provider/auth/env', 'unknown key "env"; allowed here: scheme'],
  ]);
});

test('names in price lists stay out of the registry: no run needs them', () => {
  const lists = 'priceLists: { modelsDev: northern-lights }';
  const registry = JSON.stringify(linkInput(withProvider(KEY, `${KEY}\n  ${lists}`)).registry);
  expect(registry).toContain('AURORA_API_KEY');
  expect(registry).not.toContain('northern-lights');
});
