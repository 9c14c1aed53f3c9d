import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Account, IdempotencyClaim, HoldResult } from '../../../core/ledger/ledger.ts';
import { sampleHold, settlement, texts } from './samples.ts';
import type { LedgerScene } from './scene.ts';

function claim(key: string, body = 'a body'): IdempotencyClaim {
  return { key, fingerprint: createHash('sha256').update(body).digest('hex') };
}

export function describeIdempotency(scene: LedgerScene): void {
  const take = async (
    account: Account,
    idempotency: IdempotencyClaim | null,
    ledger = scene.ledger,
  ): Promise<HoldResult & { readonly id: string }> => {
    const id = scene.newRequest();
    const outcome = await ledger.hold(sampleHold(id, { accountId: account.id, idempotency }));
    return { ...outcome, id };
  };

  describe('an idempotency key', () => {
    test('lets one of a hundred at once run; the others find it in flight', async () => {
      const account = await scene.newAccount(1000);
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          take(account, claim('once'), index % 2 === 0 ? scene.ledger : scene.another),
        ),
      );
      const counts = Map.groupBy(outcomes, ({ outcome }) => outcome);
      expect([counts.get('held')?.length, counts.get('in_flight')?.length]).toEqual([1, 99]);
      const running = counts.get('held')?.[0]?.id;
      for (const found of counts.get('in_flight') ?? []) expect(found).toMatchObject({ requestId: running });
      expect(await scene.balanceOf(account)).toEqual([1000, 10]);
    });

    test('is refused with another body, running or settled, and nothing is held', async () => {
      const account = await scene.newAccount(1000);
      const { id } = await take(account, claim('mine', 'this'));
      expect(await take(account, claim('mine', 'that'))).toMatchObject({ outcome: 'key_mismatch' });
      await scene.ledger.settle(settlement(id, { chargeMicroCredits: 4 }));
      expect(await take(account, claim('mine', 'that'))).toMatchObject({ outcome: 'key_mismatch' });
      expect(await scene.balanceOf(account)).toEqual([996, 0]);
    });

    test('answers with the stored reply once settled, to every process, charging once', async () => {
      const account = await scene.newAccount(1000);
      const { id } = await take(account, claim('again'));
      const log = { request: '{"prompt":"a"}', response: '{"creditsUsed":0.000004,"text":"ünï"}' };
      expect(await scene.ledger.keepTexts(texts(id, log.request, log.response))).toBe(true);
      await scene.ledger.settle(settlement(id, { chargeMicroCredits: 4 }));
      for (const ledger of [scene.ledger, scene.another, scene.ledger]) {
        expect(await take(account, claim('again'), ledger)).toEqual({
          outcome: 'settled',
          requestId: id,
          chargeMicroCredits: 4,
          responseBytes: Buffer.byteLength(log.response),
          id: expect.any(String),
        });
      }
      expect(await scene.balanceOf(account)).toEqual([996, 0]);
    });

    test('answers a repetition that is taken together with the charge', async () => {
      const account = await scene.newAccount(1000);
      const { id } = await take(account, claim('at once'));
      const log = { request: '{"prompt":"a"}', response: '{"creditsUsed":0.000004}' };
      expect(await scene.ledger.keepTexts(texts(id, log.request, log.response))).toBe(true);
      const settled = scene.ledger.settle(settlement(id, { chargeMicroCredits: 4 }));
      expect(await take(account, claim('at once'))).toMatchObject({
        outcome: 'settled',
        requestId: id,
        responseBytes: log.response.length,
      });
      await settled;
    });

    test('is looked up without a hold: free, in flight, settled, with another body', async () => {
      const account = await scene.newAccount(1000);
      const stranger = await scene.newAccount(1000);
      const everywhere = [scene.ledger, scene.another];
      for (const ledger of everywhere)
        expect(await ledger.findReply(account.id, claim('looked-up'))).toBeUndefined();
      const { id } = await take(account, claim('looked-up'));
      for (const ledger of everywhere)
        expect(await ledger.findReply(account.id, claim('looked-up'))).toEqual({
          outcome: 'in_flight',
          requestId: id,
        });
      const log = { request: '{"prompt":"a"}', response: '{"creditsUsed":0.000004,"text":"ünï"}' };
      expect(await scene.ledger.keepTexts(texts(id, log.request, log.response))).toBe(true);
      await scene.ledger.settle(settlement(id, { chargeMicroCredits: 4 }));
      for (const ledger of everywhere) {
        expect(await ledger.findReply(account.id, claim('looked-up'))).toEqual({
          outcome: 'settled',
          requestId: id,
          chargeMicroCredits: 4,
          responseBytes: Buffer.byteLength(log.response),
        });
        expect(await ledger.findReply(account.id, claim('looked-up', 'other'))).toEqual({
          outcome: 'key_mismatch',
        });
        expect(await ledger.findReply(stranger.id, claim('looked-up'))).toBeUndefined();
      }
      expect(await scene.balanceOf(account)).toEqual([996, 0]);
    });

    test('answers without a reply where none was retained', async () => {
      const account = await scene.newAccount(1000);
      const id = await scene.hold(account, 10, { idempotency: claim('quiet'), zeroDataRetention: true });
      await scene.ledger.settle(settlement(id, { chargeMicroCredits: 4 }));
      expect(await take(account, claim('quiet'))).toMatchObject({
        outcome: 'settled',
        requestId: id,
        chargeMicroCredits: 4,
        responseBytes: null,
      });
    });

    test('is free again after a void, for any body', async () => {
      const account = await scene.newAccount(1000);
      const { id } = await take(account, claim('retry', 'this'));
      await scene.ledger.void(id);
      const { outcome, id: next } = await take(account, claim('retry', 'that'));
      expect(outcome).toBe('held');
      await scene.ledger.settle(settlement(next));
      expect(await take(account, claim('retry', 'that'))).toMatchObject({ requestId: next });
    });

    test('is not taken by a request the balance does not cover', async () => {
      const account = await scene.newAccount(9);
      expect(await take(account, claim('poor'))).toMatchObject({ outcome: 'insufficient' });
      await scene.ledger.adjustCredits(account.name, 1);
      expect(await take(account, claim('poor'))).toMatchObject({ outcome: 'held' });
    });

    test('answers for a settled request even where the balance covers no other', async () => {
      const account = await scene.newAccount(10);
      const { id } = await take(account, claim('last'));
      await scene.ledger.settle(settlement(id, { chargeMicroCredits: 10 }));
      expect(await take(account, claim('last'))).toMatchObject({ outcome: 'settled', requestId: id });
    });

    test('belongs to its account', async () => {
      const [account, stranger] = [await scene.newAccount(1000), await scene.newAccount(1000)];
      const { id } = await take(account, claim('shared'));
      await scene.ledger.settle(settlement(id));
      expect(await take(stranger, claim('shared', 'other'))).toMatchObject({ outcome: 'held' });
      expect(await take(account, claim('shared'))).toMatchObject({ outcome: 'settled', requestId: id });
    });

    test('is one key to its last character, and only as it is written', async () => {
      const account = await scene.newAccount(10_000);
      const long = 'k'.repeat(254);
      const keys = ['k', 'K', 'k ', `${long}a`, `${long}b`, '%', '_', "'; DROP TABLE idempotency;--", '🔑'];
      for (const key of keys) expect(await take(account, claim(key))).toMatchObject({ outcome: 'held' });
      for (const key of keys) expect(await take(account, claim(key))).toMatchObject({ outcome: 'in_flight' });
    });

    test('is not asked of those who send none', async () => {
      const account = await scene.newAccount(1000);
      for (let turn = 0; turn < 3; turn += 1) {
        expect(await take(account, null)).toMatchObject({ outcome: 'held' });
      }
    });

    test.each([
      ['an empty key', { ...claim('x'), key: '' }],
      ['a key of 256 characters', { ...claim('x'), key: 'k'.repeat(256) }],
      ['no fingerprint', { ...claim('x'), fingerprint: '' }],
      ['a fingerprint of something else', { ...claim('x'), fingerprint: 'z'.repeat(64) }],
    ])('is refused with %s', async (_, idempotency) => {
      const account = await scene.newAccount(1000);
      await expect(take(account, idempotency)).rejects.toMatchObject({ code: 'invalid' });
      expect(await scene.balanceOf(account)).toEqual([1000, 0]);
    });
  });

  describe('an idempotency key grows old', () => {
    test('and stands for its request for 24 hours', async () => {
      const account = await scene.newAccount(1000);
      const { id } = await take(account, claim('old', 'this'));
      await scene.ledger.settle(settlement(id, { chargeMicroCredits: 4 }));
      await scene.age(id, 23.99);
      expect(await take(account, claim('old', 'this'))).toMatchObject({ outcome: 'settled' });
      await scene.age(id, 0.02);
      const { outcome, id: next } = await take(account, claim('old', 'that'));
      expect(outcome).toBe('held');
      expect(await take(account, claim('old', 'that'))).toMatchObject({ outcome: 'in_flight' });
      await scene.ledger.settle(settlement(next, { chargeMicroCredits: 5 }));
      expect(await take(account, claim('old', 'that'))).toMatchObject({ requestId: next });
      expect(await scene.balanceOf(account)).toEqual([991, 0]);
    });

    test('but never while its request runs, whatever the clock says', async () => {
      const account = await scene.newAccount(1000);
      const { id } = await take(account, claim('slow'));
      await scene.age(id, 48);
      expect(await take(account, claim('slow'))).toMatchObject({ outcome: 'in_flight' });
      await scene.ledger.void(id);
    });
  });
}
