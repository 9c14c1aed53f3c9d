import { describe, expect, test } from 'vitest';
import type { Account } from '../../../core/ledger/ledger.ts';
import { eventually } from '../../support/eventually.ts';
import { readText } from './records.ts';
import { settlement, texts } from './samples.ts';
import type { LedgerScene } from './scene.ts';

/** The bound of this suite’s ledgers, bytes. */
export const MAX_TEXT_BYTES = 12_000_000;

export function describeTexts(scene: LedgerScene): void {
  const storedTexts = async (account: Account): Promise<number> => {
    const from = `prompt_log WHERE request_id IN (SELECT id FROM request WHERE account_id = ${account.id})`;
    return await scene.count(from);
  };

  describe('the texts of a request', () => {
    test('are joined from their pieces, wherever a character is cut', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.settled(account);
      const bytes = Buffer.from('{"prompt":"grün 🔑"}');
      const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
      shared.set(bytes);
      const request = Array.from(shared, (_, index) => shared.subarray(index, index + 1));
      await scene.ledger.keepTexts({
        requestId,
        accountId: account.id,
        request,
        response: [Buffer.from('{}')],
      });
      const at = { accountId: account.id, requestId };
      expect(await readText(scene.another, { ...at, text: 'request' })).toBe(bytes.toString());
      expect(await readText(scene.another, { ...at, text: 'response' })).toBe('{}');
    });

    test('say what judged them, where that was said', async () => {
      const account = await scene.newAccount(1000);
      const [judged, other] = [await scene.settled(account), await scene.settled(account)];
      const judgedWith = '{"judgePrompt":"a1","judges":{"véga":"v#1"}}';
      expect(await scene.ledger.keepTexts({ ...texts(judged), judgedWith })).toBe(true);
      expect(await scene.ledger.keepTexts(texts(other))).toBe(true);
      const readJudgedWith = async (requestId: string, accountId = account.id): Promise<string> => {
        const piece = { accountId, requestId, text: 'judged_with', offsetBytes: 0 } as const;
        return Buffer.from((await scene.another.readLog(piece)) ?? []).toString();
      };
      expect([await readJudgedWith(judged), await readJudgedWith(other)]).toEqual([judgedWith, '']);
      expect(await readJudgedWith(judged, (await scene.newAccount(1000)).id)).toBe('');
    });

    test('of a request that ran when zero data retention was switched on are refused, those of later ones are as they say', async () => {
      const account = await scene.newAccount(1000);
      const running = await scene.hold(account, 10);
      const ended = await scene.settled(account);
      await scene.ledger.changeAccount(account.name, { zeroDataRetention: true });
      const isRefused = { code: 'invalid' };
      await expect(scene.ledger.keepTexts(texts(running))).rejects.toMatchObject(isRefused);
      await scene.ledger.settle(settlement(running));
      await expect(scene.ledger.keepTexts(texts(running))).rejects.toMatchObject(isRefused);
      await expect(scene.ledger.keepTexts(texts(ended))).rejects.toMatchObject(isRefused);
      expect(await storedTexts(account)).toBe(0);
      // It was made with the setting known, so it asks to be kept.
      const switchedAtMs = Date.now();
      await eventually(() => expect(Date.now()).toBeGreaterThan(switchedAtMs));
      expect(await scene.ledger.keepTexts(texts(await scene.settled(account)))).toBe(true);
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('are in the record at once, while they are still to be written', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.settled(account);
      const keeping = scene.ledger.keepTexts(texts(requestId, `"${'a'.repeat(1_000_000)}"`));
      const record = await scene.ledger.findRequest(account.id, requestId);
      expect(record?.log?.requestBytes).toBe(1_000_002);
      expect(await keeping).toBe(true);
    });

    test('are in a record that is read while their charge is written', async () => {
      const account = await scene.newAccount(1000);
      for (let round = 0; round < 10; round += 1) {
        const requestId = await scene.hold(account, 10);
        const over = new AbortController();
        const read = async (): Promise<void> => {
          do {
            const record = await scene.ledger.findRequest(account.id, requestId);
            if (record?.state === 'settled') expect(record.log).not.toBeNull();
          } while (!over.signal.aborted);
        };
        const reading = Promise.all([read(), read(), read()]);
        await scene.ledger.settle(settlement(requestId));
        const keeping = scene.ledger.keepTexts(texts(requestId), false);
        over.abort();
        await Promise.all([reading, keeping]);
      }
    });

    test('stored before a charge are no part of the record, and go with a void', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 10);
      expect(await scene.ledger.keepTexts(texts(requestId))).toBe(true);
      expect(await scene.ledger.findRequest(account.id, requestId)).toMatchObject({ log: null });
      await scene.ledger.void(requestId);
      expect(await storedTexts(account)).toBe(0);
    });

    test('stored before a charge go where their process is gone', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 10);
      await scene.ledger.keepTexts(texts(requestId));
      await scene.recoverFromDead([requestId]);
      expect(await storedTexts(account)).toBe(0);
    });

    test('are taken from the process that reserved it alone', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.settled(account);
      await expect(scene.another.keepTexts(texts(requestId))).rejects.toMatchObject({ code: 'invalid' });
      await expect(scene.ledger.keepTexts(texts('unheard-of'))).rejects.toMatchObject({ code: 'invalid' });
    });

    test('of one account give way to newer ones at its bound, and to no other account’s', async () => {
      const [account, other] = [await scene.newAccount(1000), await scene.newAccount(1000)];
      const othersId = await scene.settled(other);
      await scene.ledger.keepTexts(texts(othersId));
      const size = MAX_TEXT_BYTES / 4;
      const ids: string[] = [];
      for (let round = 0; round < 6; round += 1) {
        ids.push(await scene.settled(account));
        expect(await scene.ledger.keepTexts(texts(ids[round] ?? '', 'a'.repeat(size - 1), 'b'))).toBe(true);
      }
      const stored = await Promise.all(
        ids.map(async (id) => await scene.count(`prompt_log WHERE request_id = '${id}'`)),
      );
      expect(stored).toEqual([0, 0, 1, 1, 1, 1]);
      expect(await scene.count(`text_total WHERE account_id = ${account.id} AND bytes = ${4 * size}`)).toBe(
        1,
      );
      expect(await storedTexts(other)).toBe(1);
    });

    test('larger than the bound are not kept, and nothing gives way to them', async () => {
      const account = await scene.newAccount(1000);
      await scene.ledger.keepTexts(texts(await scene.settled(account)));
      const requestId = await scene.settled(account);
      expect(await scene.ledger.keepTexts(texts(requestId, 'a'.repeat(MAX_TEXT_BYTES)))).toBe(false);
      expect(await storedTexts(account)).toBe(1);
    });

    test('give way a hundred at a time, as many as it takes', async () => {
      const account = await scene.newAccount(10_000);
      const ids = await Promise.all(Array.from({ length: 250 }, () => scene.settled(account)));
      const small = MAX_TEXT_BYTES / 250;
      for (const id of ids) await scene.ledger.keepTexts(texts(id, 'a'.repeat(small - 1), 'b'));
      expect(await storedTexts(account)).toBe(250);
      const requestId = await scene.settled(account);
      const large = texts(requestId, 'a'.repeat(MAX_TEXT_BYTES - 1), 'b');
      expect(await scene.ledger.keepTexts(large)).toBe(true);
      expect(await storedTexts(account)).toBe(1);
    });

    test('are counted to the byte through pruning', async () => {
      const account = await scene.newAccount(1000);
      const [old, young] = [await scene.settled(account), await scene.settled(account)];
      await scene.ledger.keepTexts(texts(old, '"ü"', '{}'));
      await scene.ledger.keepTexts(texts(young, '"🔑"', '{}'));
      const total = async (bytes: number): Promise<number> =>
        await scene.count(`text_total WHERE account_id = ${account.id} AND bytes = ${bytes}`);
      expect(await total(4 + 2 + 6 + 2)).toBe(1);
      await scene.age(old, 200);
      await scene.ledger.prunePrompts(new Date(Date.now() - 199 * 3_600_000).toISOString());
      expect(await total(6 + 2)).toBe(1);
    });
  });
}
