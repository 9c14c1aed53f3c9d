import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ManifestError } from '../../core/manifests/load/manifest-problem.ts';
import { createRegistrySource, type RegistryLocation } from '../../core/registry/find-registry.ts';
import { openRegistry } from '../../core/registry/load-registry.ts';
import { generatedFolder, registryOnDisk } from '../contract/registry-on-disk.ts';
import { checkBy } from '../../core/schema/check-by.ts';
import { EDITED, writeGeneration } from '../support/gateways/generations.ts';
import { folderOfFile } from '../support/folder-of-file.ts';

const MANIFESTS = join(import.meta.dirname, '../../manifests');

const folder = folderOfFile('cache');
const manifestsPath = join(folder, 'manifests');
const cachePath = join(folder, 'made/on/demand');
cpSync(MANIFESTS, manifestsPath, { recursive: true });

// A new one each time, as each start has.
const find = (places = { manifestsPath, cachePath }): Promise<RegistryLocation> =>
  createRegistrySource(places).find();

const upstreamIn = async (location: RegistryLocation): Promise<string | undefined> =>
  (await openRegistry(location)).registry.find(EDITED)?.model.upstream;

describe('a registry', () => {
  it('of manifests that were generated ahead is not generated again', async () => {
    expect(await find()).toMatchObject({ hash: registryOnDisk.hash, folder: generatedFolder });
    expect(readdirSync(folder)).toEqual(['manifests']);
  });

  it('is generated once, and anew where what was written is no longer whole', async () => {
    writeGeneration(manifestsPath, 7);
    const first = await find();
    expect(await upstreamIn(first)).toBe('generation-7');
    const file = join(first.folder, 'registry.json');
    const [text, { ino }] = [readFileSync(file, 'utf8'), statSync(file)];
    expect([await find(), statSync(file).ino]).toEqual([first, ino]);
    // As a crash of the machine may leave it.
    writeFileSync(file, text.slice(0, 1_000));
    expect([await find(), readFileSync(file, 'utf8') === text]).toEqual([first, true]);
    expect(readdirSync(cachePath)).toHaveLength(1);
  });

  it('checks and describes requests', async () => {
    const { validatePromptRequest, openapi, registry } = await openRegistry(await find());
    const checkPromptRequest = checkBy(validatePromptRequest);
    expect(checkPromptRequest({ prompt: '', models: ['nobody'], more: 1 })).toHaveProperty('problems.2');
    const right = { prompt: 'q', models: [EDITED] };
    expect(checkPromptRequest(right)).toEqual({ request: right });
    expect(JSON.parse(String(openapi))).toHaveProperty('components.schemas.PromptRequest');
    expect(Object.isFrozen(registry.providers[0]?.usage)).toBe(true);
  });

  it('that several want at the same time is the same for all', async () => {
    writeGeneration(manifestsPath, 8);
    const locations = await Promise.all([find(), find(), find()]);
    expect(new Set(locations.map((each) => each.folder)).size).toBe(1);
    expect(await Promise.all(locations.map(upstreamIn))).toEqual(Array(3).fill('generation-8'));
    expect(readdirSync(cachePath).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('makes room for itself among those unused for longest, and touches nothing else', async () => {
    const ages = Array.from({ length: 12 }, (_, index) => String(index).padStart(64, 'a'));
    for (const [index, name] of [...ages, '.new-left', '.new-busy', 'notes'].entries()) {
      mkdirSync(join(cachePath, name));
      const at = new Date(Date.now() - (name === '.new-busy' ? 0 : 86_400_000 - index * 1_000));
      utimesSync(join(cachePath, name), at, at);
    }
    writeGeneration(manifestsPath, 9);
    const { folder: newest } = await find();
    const names = readdirSync(cachePath);
    expect(names).toEqual(expect.arrayContaining(['notes', '.new-busy', newest.split('/').at(-1)]));
    expect(names).not.toContain('.new-left');
    const cachedFolders = names.filter((name) => /^[0-9a-f]{64}$/.test(name));
    expect(cachedFolders).toHaveLength(8);
    expect(ages.filter((name) => cachedFolders.includes(name))).toEqual(ages.slice(-5));
  });

  it('is made in a temporary folder where its own cannot be written', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const location = await find({ manifestsPath, cachePath: join(folder, 'a-file', 'cache') });
    expect(await upstreamIn(location)).toBe('generation-9');
  });

  it('of manifests with mistakes is refused with every place, and leaves nothing behind', async () => {
    const before = readdirSync(cachePath);
    const file = join(manifestsPath, 'mistral.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('group: fast', 'group: quick'));
    const error: unknown = await find().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ManifestError);
    expect(String(error)).toMatch(new RegExp(`${RegExp.escape(file)}:\\d+:\\d+`));
    expect(readdirSync(cachePath)).toEqual(before);
  });
});
