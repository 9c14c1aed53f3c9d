import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../core/ledger/ledger.ts';
import { settlement, texts } from '../samples.ts';
import type { LedgerScene } from '../scene.ts';

export function describeErasures(scene: LedgerScene): void {
  const keepAnswer = async (account: Account, requestId: string): Promise<boolean> =>
    await scene.ledger.keepAnswer({
      requestId,
      accountId: account.id,
      key: hash('sha256', requestId),
      answer: [Buffer.from('{}')],
    });
  const logged = async (account: Account): Promise<string> => {
    const requestId = await scene.settled(account);
    expect(await scene.ledger.keepTexts(texts(requestId))).toBe(true);
    expect(await keepAnswer(account, requestId)).toBe(true);
    return requestId;
  };
  /** Texts and cached answers of a request. */
  const storedOf = async (requestId: string): Promise<readonly number[]> => [
    await scene.count(`prompt_log WHERE request_id = '${requestId}'`),
    await scene.count(`cached_answer WHERE request_id = '${requestId}'`),
  ];

  describe('an ended request that is erased', () => {
    test('loses its texts and cached answers; its figures and other requests stay', async () => {
      const account = await scene.newCachingAccount();
      const [erased, other] = [await logged(account), await logged(account)];
      const before = await scene.ledger.findRequest(account.id, erased);
      await scene.ledger.eraseRequest(account.id, erased);
      await scene.ledger.eraseRequest(account.id, erased);
      expect([await storedOf(erased), await storedOf(other)]).toEqual([
        [0, 0],
        [1, 1],
      ]);
      expect(await scene.ledger.findRequest(account.id, erased)).toEqual({
        ...before,
        log: null,
        zeroDataRetention: true,
      });
    });

    test('takes no text and no answer that come later', async () => {
      const account = await scene.newCachingAccount();
      const requestId = await scene.settled(account);
      await scene.ledger.eraseRequest(account.id, requestId);
      await expect(scene.ledger.keepTexts(texts(requestId))).rejects.toMatchObject({ code: 'invalid' });
      expect(await keepAnswer(account, requestId)).toBe(false);
      expect(await storedOf(requestId)).toEqual([0, 0]);
    });

    test('is the account’s own, and no running one', async () => {
      const [account, other] = [await scene.newCachingAccount(), await scene.newCachingAccount()];
      const [requestId, running] = [await logged(account), await scene.hold(account, 10)];
      await scene.ledger.eraseRequest(other.id, requestId);
      await scene.ledger.eraseRequest(account.id, running);
      expect(await storedOf(requestId)).toEqual([1, 1]);
      await scene.ledger.settle(settlement(running));
      expect(await scene.ledger.keepTexts(texts(running))).toBe(true);
    });
  });

  describe('an account that is erased', () => {
    test('loses all texts and answers, in steps, and nobody else’s', async () => {
      const [account, other] = [await scene.newCachingAccount(), await scene.newCachingAccount()];
      const [one, another, elses] = [await logged(account), await logged(account), await logged(other)];
      await scene.ledger.eraseAccount(account.name);
      expect([await storedOf(one), await storedOf(another), await storedOf(elses)]).toEqual([
        [0, 0],
        [0, 0],
        [1, 1],
      ]);
      const { entries } = await scene.ledger.audit({ limit: 1 });
      expect(entries[0]).toMatchObject({ action: 'account.erase', subject: account.name });
    });

    test('loses also what still waits to be stored, of requests that have ended', async () => {
      const account = await scene.newCachingAccount();
      const requestId = await scene.settled(account);
      // Texts that come too late for the erasing are refused.
      const keeping = Promise.allSettled([
        scene.ledger.keepTexts(texts(requestId, 'a'.repeat(1_000_000)), false),
        keepAnswer(account, requestId),
      ]);
      await scene.ledger.eraseAccount(account.name);
      await keeping;
      expect(await storedOf(requestId)).toEqual([0, 0]);
    });

    test('has to exist', async () => {
      await expect(scene.ledger.eraseAccount('nobody')).rejects.toMatchObject({ code: 'account-unknown' });
    });
  });
}
