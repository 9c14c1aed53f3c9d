import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManifest, replaceManifest } from '../../core/manifests/edit/save-manifest.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-save-'));
  file = join(folder, 'aurora.yaml');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('replacing a manifest', () => {
  it('leaves the new text, the old mode, and nothing beside it', async () => {
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    await replaceManifest(file, 'old', 'new ü\n');
    expect(readFileSync(file, 'utf8')).toBe('new ü\n');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['aurora.yaml']);
  });

  it('is refused if somebody else changed the file meanwhile', async () => {
    writeFileSync(file, 'theirs');
    await expect(replaceManifest(file, 'old', 'new')).rejects.toThrow(/aurora\.yaml was changed meanwhile/);
    expect(readFileSync(file, 'utf8')).toBe('theirs');
    expect(readdirSync(folder)).toEqual(['aurora.yaml']);
  });

  it('follows a link and keeps it', async () => {
    writeFileSync(join(folder, 'kept.yaml'), 'old');
    symlinkSync('kept.yaml', file);
    await replaceManifest(file, 'old', 'new');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'kept.yaml'), 'utf8')).toBe('new');
  });
});

describe('making a manifest', () => {
  it('leaves it and nothing beside it', async () => {
    await createManifest(file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['aurora.yaml']);
  });

  it('never takes the place of a file', async () => {
    writeFileSync(file, 'theirs');
    await expect(createManifest(file, 'new')).rejects.toThrow(/aurora\.yaml cannot be made/);
    expect(readFileSync(file, 'utf8')).toBe('theirs');
    expect(readdirSync(folder)).toEqual(['aurora.yaml']);
  });
});
