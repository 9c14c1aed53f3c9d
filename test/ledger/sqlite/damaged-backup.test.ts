import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUpSqlite } from '../../../core/ledger/sqlite/files.ts';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { runCommand, type Finished } from '../../commands/run-command.ts';
import { temporaryPlace, type TemporaryPlace } from '../temporary-ledger.ts';

const PAGE_BYTES = 4096;
const SAYS_IT_ONCE = /^(?!.*restore a backup.*restore a backup).*restore a backup/s;

let place: TemporaryPlace;
let copy: string;
beforeEach(async () => {
  place = temporaryPlace();
  copy = join(place.folder, 'copy.db');
  const ledger = await openSqliteLedger({ path: place.path, recover: true });
  await ledger.createAccount('someone', 100);
  await ledger.backup(copy);
  await ledger.close();
});
afterEach(() => place.remove());

async function check(): Promise<Finished> {
  return await runCommand(['ledger', 'check'], { ASSAY_DATABASE_URL: `file:${copy}` });
}

test('a sound backup passes, and the check leaves it as it is', async () => {
  const before = readFileSync(copy);
  expect(await check()).toEqual({
    code: 0,
    stdout: 'The ledger is clean: every invariant holds.\n',
    stderr: '',
  });
  expect(readFileSync(copy).equals(before)).toBe(true);
  expect(readdirSync(place.folder).toSorted()).toEqual(['copy.db', 'data']);
});

test('nothing is left of a backup whose ledger cannot be opened', async () => {
  const target = join(place.folder, 'other.db');
  const missing = join(place.folder, 'missing.db');
  await expect(backUpSqlite(missing, target)).rejects.toMatchObject({ code: 'unavailable' });
  expect(existsSync(target)).toBe(false);
});

test('a damaged page makes the check fail, whichever it is', async () => {
  const sound = readFileSync(copy);
  for (let start = 0; start < sound.length; start += 6 * PAGE_BYTES) {
    const damaged = Buffer.from(sound);
    randomBytes(PAGE_BYTES).copy(damaged, start);
    writeFileSync(copy, damaged);
    const { code, stdout, stderr } = await check();
    expect([start, code, `${stdout}${stderr}`]).toEqual([start, 1, expect.stringMatching(SAYS_IT_ONCE)]);
  }
});

test('a gateway does not start on a damaged file, and says so once', async () => {
  const damaged = readFileSync(copy);
  // The second page: after the schema, the first table.
  damaged.fill(0xa7, PAGE_BYTES, 2 * PAGE_BYTES);
  writeFileSync(copy, damaged);
  await expect(openSqliteLedger({ path: copy, recover: true })).rejects.toThrow(
    /^The file is damaged: restore a backup\. SQLite says: [^\n]+$/,
  );
});

test.each([
  ['an empty file', (path: string) => writeFileSync(path, '')],
  [
    'a database without tables',
    (path: string) => {
      writeFileSync(path, '');
      const database = new DatabaseSync(path);
      database.exec('VACUUM');
      database.close();
    },
  ],
])('%s is no ledger, and gets no tables', async (_, write) => {
  write(copy);
  const before = readFileSync(copy);
  expect(await check()).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'assay ledger check: The database has no tables of a ledger. Check ASSAY_DATABASE_URL; if it is right, restore a backup.\n',
  });
  expect(readFileSync(copy).equals(before)).toBe(true);
});

test('wrong figures are in credits by the account’s name, and the next step follows', async () => {
  const database = new DatabaseSync(copy);
  database.exec('UPDATE account SET reserved = 2500000');
  database.close();
  const { code, stdout } = await check();
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining('account someone: reserved 2.5 credits, open holds 0 credits\n'),
  ]);
  expect(stdout).toMatch(/\n\nNext: stop the gateways, and restore a backup\.\n$/);
});
