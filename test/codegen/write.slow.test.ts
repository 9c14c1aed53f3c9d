import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FIXTURES } from './fixture-input.ts';

const WRITE = join(import.meta.dirname, '..', '..', 'codegen', 'write.ts');

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let folder: string;
let manifests: string;
let out: string;
/** The files generated from the unchanged manifests and the output of the command, once for the tests that begin with them. */
let generatedFolder: string;
let output: string;
beforeAll(async () => {
  generatedFolder = await mkdtemp(join(tmpdir(), 'assay-written-'));
  const flags = [WRITE, '--manifests', join(FIXTURES, 'valid'), '--out', join(generatedFolder, 'out')];
  output = (await promisify(execFile)(process.execPath, flags, { cwd: generatedFolder })).stdout;
});
afterAll(() => rm(generatedFolder, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-write-'));
  manifests = join(folder, 'manifests');
  out = join(folder, 'out');
  await cp(join(FIXTURES, 'valid'), manifests, { recursive: true });
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function write(...options: readonly string[]): Promise<Ended> {
  const flags = [WRITE, '--manifests', manifests, '--out', out, ...options];
  return new Promise((resolve) => {
    execFile(process.execPath, flags, { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

const copyGenerated = (): Promise<void> => cp(join(generatedFolder, 'out'), out, { recursive: true });

/** As if a schema that is gone had been written once. */
const keepOldTypes = (): Promise<void> => copyFile(join(out, 'manifest.ts'), join(out, 'old-types.ts'));

async function edit(name: string, change: (text: string) => string): Promise<void> {
  const file = join(manifests, name);
  await writeFile(file, change(await readFile(file, 'utf8')));
}

describe('node codegen/write.ts', () => {
  test('writes every file, then finds all of them fresh', async () => {
    expect(output).toContain('wrote out/prompt-request.ts');
    await copyGenerated();
    expect(await readdir(out)).toContain('openapi.json');
    expect(await write('--check')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await write()).toMatchObject({ code: 0, stdout: 'out is up to date\n' });
  });

  test('--check writes nothing, and names the stale files and the command to run', async () => {
    const missing = await write('--check');
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('  out/prompt-request.ts\n');
    await expect(readdir(out)).rejects.toThrow('ENOENT');

    await copyGenerated();
    await keepOldTypes();
    await edit('aurora.yaml', (text) => text.replaceAll('aurora-mini', 'aurora-maxi'));
    const before = await readFile(join(out, 'openapi.json'), 'utf8');
    expect(await write('--check')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Not up to date:\n  out/old-types.ts\n  out/openapi.json\nRun `npm run codegen` and commit the result.\n',
    });
    expect(await readFile(join(out, 'openapi.json'), 'utf8')).toBe(before);
  });

  test('removes only files that it no longer generates', async () => {
    await copyGenerated();
    await keepOldTypes();
    await writeFile(join(out, 'notes.ts'), '// by hand\n');
    await write();
    const files = await readdir(out);
    expect(files).not.toContain('old-types.ts');
    expect(files).toContain('notes.ts');
  });

  test('exits 1 with the place of every mistake, and writes nothing', async () => {
    await edit('aurora.yaml', (text) => text.replace('output: "15.00"', 'output: 15'));
    await edit('borealis.yaml', (text) => text.replace('plugin: converse', 'plugin: converze'));
    const { code, stderr } = await write();
    expect(code).toBe(1);
    expect(stderr.split('\n')[0]).toBe(
      'manifests/aurora.yaml:41:78 /models/0/price/output: a price must be a quoted decimal, so that it stays exact; write "15"',
    );
    expect(stderr.split('\n')[1]).toContain(
      'manifests/borealis.yaml:5:11 /provider/plugin: there is no plugin "converze"',
    );
    await expect(readdir(out)).rejects.toThrow('ENOENT');
  });

  test('refuses a file it would otherwise overlook', async () => {
    await writeFile(join(manifests, 'third.yml'), 'provider: {}\n');
    expect((await write()).stderr).toBe(
      'manifests/third.yml:1:1: a manifest is called <provider id>.yaml; rename the file\n',
    );
  });

  test('explains itself, and wrong options', async () => {
    const help = await write('--help');
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('Usage: node codegen/write.ts');
    const wrong = await write('--chekc');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("'--chekc'");
    expect(wrong.stderr).toContain('Usage: node codegen/write.ts');
  });
});
