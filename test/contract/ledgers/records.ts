import { describe, expect, test } from 'vitest';
import type { Ledger } from '../../../core/ledger/ledger.ts';
import { LOG_PIECE_BYTES, type LogPiece } from '../../../core/ledger/texts/log-piece.ts';
import { call, sampleHold, settlement, texts } from './samples.ts';
import type { LedgerScene } from './scene.ts';

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const NEVER = '1970-01-01T00:00:00Z';

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

/** A logged text, read piece by piece to its end. */
export async function readText(
  ledger: Ledger,
  at: { readonly accountId: number; readonly requestId: string; readonly text: 'request' | 'response' },
): Promise<string | undefined> {
  const record = await ledger.findRequest(at.accountId, at.requestId);
  const bytes = record?.log?.[`${at.text}Bytes`];
  if (bytes === undefined) return undefined;
  const pieces: Uint8Array[] = [];
  for (let offsetBytes = 0; offsetBytes < bytes;) {
    const piece = await ledger.readLog({ ...at, offsetBytes });
    if (piece === undefined) throw new Error(`there is nothing at byte ${offsetBytes} of ${bytes}`);
    expect(piece.byteLength).toBe(Math.min(LOG_PIECE_BYTES, bytes - offsetBytes));
    pieces.push(piece);
    offsetBytes += piece.byteLength;
  }
  return Buffer.concat(pieces).toString();
}

export function describeBalances(scene: LedgerScene): void {
  describe('a balance', () => {
    test('is what was granted, held and charged', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      for (const ledger of [scene.ledger, scene.another]) {
        expect(await ledger.balance(account.id)).toEqual({
          postedMicroCredits: 1000,
          heldMicroCredits: 100,
        });
      }
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 40 }));
      expect(await scene.another.balance(account.id)).toEqual({
        postedMicroCredits: 960,
        heldMicroCredits: 0,
      });
    });

    test('of an account nobody made is refused', async () => {
      await expect(scene.ledger.balance(987_654)).rejects.toMatchObject({ code: 'account-unknown' });
    });
  });
}

export function describeRecords(scene: LedgerScene): void {
  describe('a request’s record', () => {
    test('of one still running has its hold and nothing of an end', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      expect(await scene.another.findRequest(account.id, requestId)).toEqual({
        requestId,
        state: 'reserved',
        createdAt: expect.stringMatching(ISO_TIME),
        finishedAt: null,
        holdMicroCredits: 100,
        chargeMicroCredits: 0,
        zeroDataRetention: false,
        models: ['vega-5'],
        judges: [],
        owner: expect.any(String),
        calls: [],
        log: null,
        votes: [],
        label: null,
      });
      await scene.ledger.void(requestId);
      expect(await scene.ledger.findRequest(account.id, requestId)).toMatchObject({
        state: 'voided',
        finishedAt: expect.stringMatching(ISO_TIME),
        chargeMicroCredits: 0,
        calls: [],
        log: null,
      });
    });

    test('of a settled one gives back every figure and text as they came', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      const calls = [
        call({ costMicroCredits: 10, latencyMs: 0.25, providerCostNanoUsd: Number.MAX_SAFE_INTEGER }),
        call({ index: 1, modelId: 'other', status: 'failed', faultCode: 'timeout', attempts: 3 }),
        call({ role: 'judge', index: 2, tokensCached: 5, tokensCacheWrite: 6, searches: 7 }),
      ];
      const log = { request: '{"prompt":"\u2028 🔑 \\u0000"}', response: '{"creditsUsed":0.00001}' };
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 10, calls }));
      await scene.ledger.keepTexts(texts(requestId, log.request, log.response));
      expect(await scene.ledger.findRequest(account.id, requestId)).toMatchObject({
        state: 'settled',
        holdMicroCredits: 100,
        chargeMicroCredits: 10,
        calls,
        log: {
          requestBytes: Buffer.byteLength(log.request),
          responseBytes: Buffer.byteLength(log.response),
        },
      });
      for (const text of ['request', 'response'] as const)
        expect(await readText(scene.another, { accountId: account.id, requestId, text })).toBe(log[text]);
    });

    test('gives back long texts in pieces that may end within a character', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100);
      const log = {
        request: JSON.stringify(`a${'€'.repeat(LOG_PIECE_BYTES)}`),
        response: JSON.stringify('b'.repeat(LOG_PIECE_BYTES - 2)),
      };
      await scene.ledger.settle(settlement(requestId));
      await scene.ledger.keepTexts(texts(requestId, log.request, log.response));
      for (const text of ['request', 'response'] as const) {
        const at = { accountId: account.id, requestId, text };
        expect((await readText(scene.ledger, at)) === log[text]).toBe(true);
        const beyond = await scene.ledger.readLog({ ...at, offsetBytes: Buffer.byteLength(log[text]) });
        expect(beyond?.byteLength).toBe(0);
      }
    });

    test('is read in turns: many pieces of one account do not delay another one’s', async () => {
      const logged = async (): Promise<Omit<LogPiece, 'offsetBytes'>> => {
        const account = await scene.newAccount(1000);
        const requestId = await scene.hold(account, 100);
        await scene.ledger.settle(settlement(requestId));
        await scene.ledger.keepTexts(texts(requestId));
        return { accountId: account.id, requestId, text: 'response' };
      };
      const [hog, neighbour] = [await logged(), await logged()];
      const answered: string[] = [];
      const read = async (whose: string, at: Omit<LogPiece, 'offsetBytes'>): Promise<void> => {
        expect(await scene.ledger.readLog({ ...at, offsetBytes: 0 })).toBeDefined();
        answered.push(whose);
      };
      const readings = Array.from({ length: 20 }, () => read('hog', hog));
      await Promise.all([...readings, read('neighbour', neighbour)]);
      expect(answered.indexOf('neighbour')).toBe(1);
    });

    test('is told to nobody but its account', async () => {
      const [account, stranger] = [await scene.newAccount(1000), await scene.newAccount(1000)];
      const requestId = await scene.hold(account, 100);
      expect(await scene.ledger.findRequest(stranger.id, requestId)).toBeUndefined();
      expect(await scene.ledger.findRequest(account.id, 'unheard-of')).toBeUndefined();
      expect(await scene.ledger.findRequest(account.id, "' OR 1 = 1 --")).toBeUndefined();
      expect(await scene.ledger.findRequest(account.id, requestId)).toBeDefined();
      await scene.ledger.settle(settlement(requestId));
      await scene.ledger.keepTexts(texts(requestId));
      for (const text of ['request', 'response'] as const) {
        const at = { requestId, text, offsetBytes: 0 };
        expect(await scene.ledger.readLog({ accountId: stranger.id, ...at })).toBeUndefined();
        expect(await scene.ledger.readLog({ accountId: account.id, ...at })).toBeDefined();
      }
    });

    test('under zero data retention says so and has no text', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100, { zeroDataRetention: true });
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 10 }));
      expect(await scene.ledger.findRequest(account.id, requestId)).toMatchObject({
        zeroDataRetention: true,
        calls: [call({ costMicroCredits: 10 })],
        log: null,
      });
      for (const text of ['request', 'response'] as const) {
        const piece = { accountId: account.id, requestId, text, offsetBytes: 0 };
        expect(await scene.ledger.readLog(piece)).toBeUndefined();
      }
    });

    test('under zero data retention takes no text, and the request stays open', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.hold(account, 100, { zeroDataRetention: true });
      await expect(scene.ledger.keepTexts(texts(requestId))).rejects.toMatchObject({ code: 'invalid' });
      expect(await scene.balanceOf(account)).toEqual([1000, 100]);
      await scene.ledger.settle(settlement(requestId));
      await expect(scene.ledger.keepTexts(texts(requestId))).rejects.toMatchObject({ code: 'invalid' });
      expect(await scene.count(`prompt_log WHERE request_id = '${requestId}'`)).toBe(0);
    });
  });
}

export function describeHistory(scene: LedgerScene): void {
  describe('a history', () => {
    test('has every entry of its account, the newest first', async () => {
      const [account, stranger] = [await scene.newAccount(1000), await scene.newAccount(5)];
      const [settled, voided] = [await scene.hold(account, 100), await scene.hold(account, 50)];
      await scene.ledger.settle(settlement(settled, { chargeMicroCredits: 100, absorbedMicroCredits: 3 }));
      await scene.ledger.adjustCredits(account.name, 7);
      await scene.ledger.void(voided);
      const history = await scene.another.history(account.name, 100);
      expect(history.map(({ kind, microCredits, requestId }) => [kind, microCredits, requestId])).toEqual([
        ['grant', 7, null],
        ['absorbed', 3, settled],
        ['charge', 100, settled],
        ['grant', 1000, null],
      ]);
      for (const { at } of history) expect(at).toMatch(ISO_TIME);
      expect(await scene.ledger.history(stranger.name, 100)).toHaveLength(1);
    });

    test('is as long as asked for', async () => {
      const account = await scene.newAccount(1);
      for (let amount = 2; amount <= 5; amount += 1) await scene.ledger.adjustCredits(account.name, amount);
      const amounts = async (limit: number): Promise<readonly number[]> =>
        (await scene.ledger.history(account.name, limit)).map(({ microCredits }) => microCredits);
      expect(await amounts(3)).toEqual([5, 4, 3]);
      expect(await amounts(0)).toEqual([]);
      expect(await amounts(10_000)).toEqual([5, 4, 3, 2, 1]);
      for (const limit of [-1, 1.5, Number.NaN, 10_001]) {
        await expect(amounts(limit)).rejects.toMatchObject({ code: 'invalid' });
      }
    });

    test('of an account nobody made is refused', async () => {
      await expect(scene.ledger.history('nobody', 1)).rejects.toMatchObject({ code: 'account-unknown' });
    });
  });
}

export function describePruning(scene: LedgerScene): void {
  describe('pruning', () => {
    test('deletes the texts of what finished before, and nothing else', async () => {
      const account = await scene.newAccount(1000);
      const [old, young] = [await scene.hold(account, 100), await scene.hold(account, 100)];
      for (const id of [old, young]) {
        await scene.ledger.settle(settlement(id, { chargeMicroCredits: 10 }));
        await scene.ledger.keepTexts(texts(id, '{}', '{"creditsUsed":0.00001}'));
      }
      await scene.age(old, 31);
      await scene.age(young, 29);
      expect(await scene.another.prunePrompts(hoursAgo(30))).toBe(1);
      expect(await scene.another.prunePrompts(hoursAgo(30))).toBe(0);
      expect(await scene.ledger.findRequest(account.id, young)).toMatchObject({ log: expect.anything() });
      expect(await scene.ledger.findRequest(account.id, old)).toMatchObject({
        state: 'settled',
        chargeMicroCredits: 10,
        calls: [expect.anything()],
        log: null,
      });
      expect(await scene.balanceOf(account)).toEqual([980, 0]);
      expect(await scene.ledger.history(account.name, 100)).toHaveLength(3);
      expect(await scene.ledger.check()).toEqual([]);
    });

    test('deletes more than one step’s worth', async () => {
      const account = await scene.newAccount(0);
      const requests = await Promise.all(
        Array.from({ length: 1010 }, async () => {
          const requestId = await scene.hold(account, 0);
          await scene.ledger.settle(settlement(requestId));
          await scene.ledger.keepTexts(texts(requestId));
          return requestId;
        }),
      );
      await scene.ageAll(requests, 50);
      expect(await scene.ledger.prunePrompts(hoursAgo(49))).toBe(1010);
    });

    test('forgets no idempotency key that may still be repeated, and all others', async () => {
      const account = await scene.newAccount(1000);
      const fingerprint = '0'.repeat(64);
      const reserveWith = async (key: string): Promise<string> =>
        await scene.hold(account, 10, { idempotency: { key, fingerprint } });
      const [open, old, young] = [
        await reserveWith('open'),
        await reserveWith('old'),
        await reserveWith('young'),
      ];
      for (const id of [old, young]) await scene.ledger.settle(settlement(id));
      for (const [id, hours] of [
        [open, 25],
        [old, 25],
        [young, 23],
      ] as const)
        await scene.age(id, hours);
      await scene.ledger.prunePrompts(NEVER);
      expect(await scene.count(`idempotency WHERE account_id = ${account.id}`)).toBe(2);
      await scene.ledger.void(open);
    });

    test('takes any age: a repetition then finds no reply, and is not run again', async () => {
      const account = await scene.newAccount(1000);
      const claimed = { idempotency: { key: 'pruned young', fingerprint: '0'.repeat(64) } };
      const requestId = await scene.hold(account, 100, claimed);
      await scene.ledger.keepTexts(texts(requestId));
      await scene.ledger.settle(settlement(requestId));
      expect(await scene.ledger.prunePrompts(hoursAgo(-0.01))).toBeGreaterThan(0);
      expect(await scene.ledger.findRequest(account.id, requestId)).toMatchObject({
        state: 'settled',
        log: null,
      });
      const again = sampleHold('pruned-again', { accountId: account.id, ...claimed });
      expect(await scene.ledger.hold(again)).toMatchObject({ outcome: 'settled', responseBytes: null });
    });

    test.each(['', 'yesterday', '30d', '2020-13-01', '2020-01-01T00:00:00', '1577836800000', 'Jan 1 2020'])(
      'takes no time such as %j',
      async (before) => {
        await expect(scene.ledger.prunePrompts(before)).rejects.toMatchObject({ code: 'invalid' });
      },
    );

    test.each(['2020-01-01', '2020-01-01T00:00Z', '2020-01-01T00:00:00.123+02:00'])(
      'takes the time %s',
      async (before) => {
        expect(await scene.ledger.prunePrompts(before)).toBe(0);
      },
    );
  });
}
