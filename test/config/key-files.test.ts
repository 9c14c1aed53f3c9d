import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyFolders, readKeyFiles } from '../../core/config/key-files.ts';
import type { Auth } from '../../core/contract.ts';
import { folderOfFile } from '../support/folder-of-file.ts';

const BEARER: Auth = { scheme: 'bearer', env: 'AURORA_KEY' };
const SIGNED: Auth = {
  scheme: 'sigv4',
  service: 'borealis',
  bearerEnv: 'BOREALIS_BEARER',
  accessKeyIdEnv: 'BOREALIS_ID',
  secretAccessKeyEnv: 'BOREALIS_SECRET',
  sessionTokenEnv: 'BOREALIS_SESSION',
  regionEnv: 'BOREALIS_REGION',
  defaultRegion: 'us-east-1',
};
const PROVIDERS = [{ auth: BEARER }, { auth: SIGNED }, { auth: { scheme: 'none' } as const }];

const folder = folderOfFile('key-files');

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('key files', () => {
  it('are read for every key variable that names one', async () => {
    const environment = {
      AURORA_KEY_FILE: written('aurora', 'first\r\n\n  second  \n'),
      BOREALIS_ID_FILE: written('id', 'the-id\n'),
      BOREALIS_SECRET_FILE: written('secret', 'with,a+comma/='),
      BOREALIS_SESSION: 'set-itself',
      BOREALIS_SESSION_FILE: '',
      OTHER_FILE: '/nowhere',
    };
    expect(await readKeyFiles(environment, PROVIDERS)).toEqual({
      AURORA_KEY: 'first,second',
      BOREALIS_ID: 'the-id',
      BOREALIS_SECRET: 'with,a+comma/=',
    });
    expect(keyFolders(environment, PROVIDERS)).toEqual([folder]);
  });

  it('are refused beside a variable of the same key', async () => {
    const environment = { AURORA_KEY: 'secret', AURORA_KEY_FILE: written('aurora', 'secret') };
    await expect(readKeyFiles(environment, PROVIDERS)).rejects.toThrow(
      'AURORA_KEY and AURORA_KEY_FILE are both set: unset one of them',
    );
  });

  it.each([
    ['AURORA_KEY', 'a comma', 'secret-a,secret-b', 'one key a line'],
    ['AURORA_KEY', 'what no header can hold', 'secret-ä', 'one key a line'],
    [
      'AURORA_KEY',
      'more than may be',
      Array.from({ length: 33 }, (_v, at) => `secret-${at}`).join('\n'),
      '33',
    ],
    ['AURORA_KEY', 'far too much', 'secret\n'.repeat(10_000), 'at most 65536 bytes'],
    ['BOREALIS_SECRET', 'two lines', 'secret-a\nsecret-b', 'a single line'],
    ['BOREALIS_SECRET', 'nothing', '\n', 'a single line'],
  ])('of %s are refused with %s, which the error does not quote', async (variable, name, text, complaint) => {
    const path = written(name.replaceAll(' ', '-'), text);
    const reading = readKeyFiles({ [`${variable}_FILE`]: path }, PROVIDERS);
    await expect(reading).rejects.toThrow(complaint);
    await expect(reading).rejects.toThrow(`the file that ${variable}_FILE names, ${path},`);
    await expect(reading).rejects.not.toThrow(/secret-/);
  });

  it.each([
    ['is not there', 'missing', 'ENOENT'],
    ['is a folder', '.', 'cannot be read:'],
  ])('are refused where the path %s', async (_name, path, complaint) => {
    const reading = readKeyFiles({ AURORA_KEY_FILE: join(folder, path) }, PROVIDERS);
    await expect(reading).rejects.toThrow(complaint);
  });
});
