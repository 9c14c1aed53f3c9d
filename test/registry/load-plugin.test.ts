import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractFault, loadPlugins } from '../../core/registry/load-plugin.ts';

const PLUGINS = join(import.meta.dirname, '../../plugins');
const good = { contractVersion: 1, buildRequest: () => ({}), readReply: () => ({}) };

describe('contractFault', () => {
  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /no default export/],
    ['a function', () => good, /no default export/],
    ['null', null, /no default export/],
    [
      'no version',
      { ...good, contractVersion: undefined },
      /contractVersion is undefined, this gateway speaks 1/,
    ],
    ['a version to come', { ...good, contractVersion: 2 }, /contractVersion is 2, this gateway speaks 1/],
    ['no buildRequest', { ...good, buildRequest: undefined }, /member buildRequest must be a function/],
    ['a text for readReply', { ...good, readReply: 'x' }, /member readReply must be a function/],
    ['a number for readFault', { ...good, readFault: 1 }, /member readFault must be a function or absent/],
    ['an object for sign', { ...good, sign: {} }, /member sign must be a function or absent/],
  ])('names what is wrong with %s', (_name, plugin, message) => {
    expect(contractFault(plugin)).toMatch(message);
  });

  it('finds nothing wrong with a plugin', () => {
    expect(contractFault(good)).toBeUndefined();
    expect(contractFault({ ...good, readFault: () => undefined, sign: async () => ({}) })).toBeUndefined();
  });
});

describe('loadPlugins', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-plugins-'));
    writeFileSync(
      join(folder, 'older.ts'),
      'export default { contractVersion: 0, buildRequest() {}, readReply() {} };',
    );
    writeFileSync(join(folder, 'broken.ts'), 'export default {');
    writeFileSync(
      join(folder, 'good.ts'),
      'export default { contractVersion: 1, buildRequest() {}, readReply() {} };',
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('loads the five formats by name', async () => {
    const names = ['chat-completions', 'converse', 'generate-content', 'messages', 'responses'];
    expect([...(await loadPlugins(PLUGINS, [...names, ...names])).keys()]).toEqual(names);
  });

  it.each([
    ['older', /older\.ts: contractVersion is 0/],
    ['broken', /broken\.ts cannot be loaded/],
    ['absent', /absent\.ts cannot be loaded/],
  ])('refuses %s, naming its file', async (name, message) => {
    await expect(loadPlugins(folder, ['good', name])).rejects.toThrow(message);
  });
});
