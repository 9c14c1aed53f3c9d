import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../core/contract.ts';
import { checkContract, loadPlugins } from '../../core/registry/load-plugin.ts';
import { sampleProvider } from '../../core/plugin-check/sample-entry.ts';
import { folderOfFile } from '../support/folder-of-file.ts';

const good = { contractVersion: 2, buildRequest: () => ({}), readReply: () => ({}) };

describe('checkContract', () => {
  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /no default export/],
    ['a function', () => good, /no default export/],
    ['null', null, /no default export/],
    [
      'no version',
      { ...good, contractVersion: undefined },
      /contractVersion is undefined, this gateway speaks 2/,
    ],
    ['a version to come', { ...good, contractVersion: 3 }, /contractVersion is 3, this gateway speaks 2/],
    ['no buildRequest', { ...good, buildRequest: undefined }, /member buildRequest must be a function/],
    ['a text for readReply', { ...good, readReply: 'x' }, /member readReply must be a function/],
    ['a number for readFault', { ...good, readFault: 1 }, /member readFault must be a function or absent/],
    ['an object for sign', { ...good, sign: {} }, /member sign must be a function or absent/],
    ['a text for readModel', { ...good, readModel: 'x' }, /member readModel must be a function or absent/],
    ['a text for describeError', { ...good, describeError: 'x' }, /member describeError must be a function/],
    [
      'a text for stream.comparable',
      { ...good, stream: { framing: 'sse', request: () => ({}), fold: () => ({}), comparable: 'x' } },
      /member stream\.comparable must be a function or absent/,
    ],
  ])('names what is wrong with %s', (_name, plugin, message) => {
    expect(checkContract(plugin)).toMatch(message);
  });

  it('finds nothing wrong with a plugin', () => {
    expect(checkContract(good)).toBeUndefined();
    expect(checkContract({ ...good, readFault: () => undefined, sign: async () => ({}) })).toBeUndefined();
  });
});

describe('loadPlugins', () => {
  const folder = folderOfFile('plugins');
  beforeAll(() => {
    writeFileSync(
      join(folder, 'older.ts'),
      'export default { contractVersion: 1, buildRequest() {}, readReply() {} };',
    );
    writeFileSync(join(folder, 'broken.ts'), 'export default {');
    writeFileSync(
      join(folder, 'good.ts'),
      'export default { contractVersion: 2, buildRequest() {}, readReply() {} };',
    );
  });

  const provider = (plugin: string): Provider => sampleProvider({ id: `of-${plugin}`, plugin });

  it('loads the built-in formats and those of the folder, by provider', async () => {
    const own = join(folder, 'own');
    mkdirSync(own);
    copyFileSync(join(folder, 'good.ts'), join(own, 'aurora.mjs'));
    const providers = ['chat-completions', 'aurora'].map(provider);
    expect([...(await loadPlugins(providers, own)).keys()]).toEqual(['of-chat-completions', 'of-aurora']);
  });

  it.each([
    ['older', /older\.ts: contractVersion is 1, this gateway speaks 2: update the plugin/],
    ['broken', /broken\.ts cannot be loaded/],
    ['absent', /provider of-absent: there is no plugin "absent"; put absent\.ts, .* ASSAY_PLUGINS/],
    ['npm:@acme/absent', /@acme\/absent is not installed in .*npm install @acme\/absent/],
  ])('refuses %s, naming its file', async (name, message) => {
    await expect(loadPlugins([provider('good'), provider(name)], folder)).rejects.toThrow(message);
  });

  it('says that no folder of plugins is named where that may be the reason', async () => {
    await expect(loadPlugins([provider('absent')])).rejects.toThrow(
      'there is no plugin "absent"; put absent.ts, .js or .mjs into a folder and set ASSAY_PLUGINS, which is not set, to it',
    );
  });

  it('refuses a bridge beside a plugin that takes none', async () => {
    const bridged = { ...provider('good'), bridge: { package: '@acme/aurora' } };
    await expect(loadPlugins([bridged], folder)).rejects.toThrow(
      /provider of-good: the plugin good takes no bridge; remove it in of-good\.yaml/,
    );
  });

  it('refuses a folder that takes a built-in name, and one that is not there', async () => {
    const taking = join(folder, 'taking');
    mkdirSync(taking);
    copyFileSync(join(folder, 'good.ts'), join(taking, 'messages.ts'));
    await expect(loadPlugins([], taking)).rejects.toThrow(
      /the name "messages" is taken by .*rename the file/,
    );
    await expect(loadPlugins([], join(folder, 'nowhere'))).rejects.toThrow(/ASSAY_PLUGINS must name/);
  });
});
