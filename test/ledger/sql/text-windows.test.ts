import { beforeEach, describe, expect, test } from 'vitest';
import type { Query } from '../../../core/ledger/sql/database.ts';
import { LOG_PIECE_BYTES } from '../../../core/ledger/texts/log-piece.ts';
import { TextWindows } from '../../../core/ledger/texts/text-windows.ts';
import { describeTables } from './databases.ts';
import { accountRow, requestRow } from './rows.ts';

const TEXT = Buffer.from(
  Array.from({ length: 5 * LOG_PIECE_BYTES + 5 }, (_, index) => (index >> 20) + (index % 7)),
);

await describeTables('A long text', (tables) => {
  let reads = 0;
  const query: Query = async (sql, values) => {
    if (sql.includes('substr')) reads += 1;
    return await tables.query(sql, values);
  };
  const database = { ...tables.database, query };
  const at = (offsetBytes: number, requestId = 'r1') =>
    ({ accountId: 1, requestId, text: 'response', offsetBytes }) as const;

  beforeEach(async () => {
    reads = 0;
    await tables.insert('account', { ...accountRow() });
    for (const id of ['r1', 'r2']) await log(id);
  });

  async function log(id: string, accountId = 1): Promise<void> {
    await tables.insert('request', { ...requestRow({ id, account_id: accountId }) });
    await tables.insert('prompt_log', {
      request_id: id,
      account_id: accountId,
      request: Buffer.from('{}'),
      response: TEXT,
      bytes: TEXT.byteLength + 2,
      finished_ms: 1,
    });
  }

  describe('read in pieces', () => {
    test('is read from the database once', async () => {
      const windows = new TextWindows();
      const pieces: Uint8Array[] = [];
      for (let offset = 0; offset < TEXT.byteLength; offset += pieces.at(-1)?.byteLength ?? Infinity)
        pieces.push((await windows.read(database, at(offset))) ?? Buffer.alloc(0));
      expect(pieces.map(({ byteLength }) => byteLength)).toEqual([...Array(5).fill(LOG_PIECE_BYTES), 5]);
      expect(Buffer.concat(pieces).equals(TEXT)).toBe(true);
      expect(reads).toBe(1);
    });

    test('gives way where many accounts read', async () => {
      const windows = new TextWindows();
      const accounts = [2, 3, 4, 5, 6, 7, 8, 9];
      for (const id of accounts) {
        await tables.insert('account', { ...accountRow({ id }) });
        await log(`of ${id}`, id);
      }
      await windows.read(database, at(0));
      for (const accountId of accounts)
        await windows.read(database, { ...at(0, `of ${accountId}`), accountId });
      const last = { ...at(LOG_PIECE_BYTES, 'of 9'), accountId: 9 };
      expect(await windows.read(database, last)).toHaveLength(LOG_PIECE_BYTES);
      expect(reads).toBe(9);
      expect(await windows.read(database, at(LOG_PIECE_BYTES))).toHaveLength(LOG_PIECE_BYTES);
      expect(reads).toBe(10);
    });

    test('is gone from the next piece on once it is deleted', async () => {
      const windows = new TextWindows();
      expect(await windows.read(database, at(0))).toHaveLength(LOG_PIECE_BYTES);
      await tables.query(`DELETE FROM prompt_log WHERE request_id = 'r1'`);
      expect(await windows.read(database, at(LOG_PIECE_BYTES))).toBeUndefined();
    });

    test('is never taken for another, nor read by another account', async () => {
      const windows = new TextWindows();
      const offset = LOG_PIECE_BYTES + 3;
      await windows.read(database, at(0));
      expect(await windows.read(database, { ...at(offset), text: 'request' })).toHaveLength(0);
      expect(await windows.read(database, at(offset, 'r2'))).toEqual(
        new Uint8Array(TEXT.subarray(offset, offset + LOG_PIECE_BYTES)),
      );
      expect(await windows.read(database, { ...at(offset), accountId: 2 })).toBeUndefined();
    });
  });
});
