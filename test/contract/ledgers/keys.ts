import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { settlement } from './samples.ts';
import type { LedgerScene } from './scene.ts';

export function describeKeys(scene: LedgerScene): void {
  describe('keys', () => {
    test('open their own account, with its present settings', async () => {
      const [one, two] = [await scene.newAccount(1), await scene.newAccount(2)];
      const [keyOfOne, keyOfTwo, secondKeyOfTwo] = [
        await scene.newKey(one),
        await scene.newKey(two),
        await scene.newKey(two),
      ];
      expect(await scene.ledger.authenticate(keyOfOne.hash)).toMatchObject(one);
      expect(await scene.ledger.authenticate(keyOfTwo.hash)).toMatchObject(two);
      expect(await scene.ledger.authenticate(secondKeyOfTwo.hash)).toMatchObject(two);
      await scene.another.changeAccount(one.name, { zeroDataRetention: true });
      expect(await scene.ledger.authenticate(keyOfOne.hash)).toMatchObject({ zeroDataRetention: true });
    });

    test('are decided by the whole hash', async () => {
      const { hash } = await scene.newKey(await scene.newAccount(1));
      for (const index of [0, 15, 31]) {
        const near = Uint8Array.from(hash);
        near[index] = (near[index] ?? 0) ^ 1;
        expect(await scene.ledger.authenticate(near)).toBeUndefined();
      }
      expect(await scene.ledger.authenticate(hash.subarray(0, 31))).toBeUndefined();
      expect(await scene.ledger.authenticate(new Uint8Array(0))).toBeUndefined();
      expect(await scene.ledger.authenticate(randomBytes(32))).toBeUndefined();
    });

    test('are refused from the moment scene.another process has revoked them', async () => {
      const account = await scene.newAccount(1);
      const [revoked, kept] = [await scene.newKey(account), await scene.newKey(account)];
      expect(await scene.ledger.authenticate(revoked.hash)).toMatchObject(account);
      expect(await scene.another.revokeKey(revoked.prefix)).toBe(true);
      expect(await scene.ledger.authenticate(revoked.hash)).toBeUndefined();
      expect(await scene.ledger.authenticate(kept.hash)).toMatchObject(account);
      expect(await scene.another.revokeKey(revoked.prefix)).toBe(false);
    });

    test('do not stop what their account has reserved', async () => {
      const account = await scene.newAccount(100);
      const key = await scene.newKey(account);
      const requestId = await scene.reserve(account, 100);
      await scene.another.revokeKey(key.prefix);
      await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 60 }));
      expect(await scene.balanceOf(account)).toEqual([40, 0]);
    });

    test('exist once', async () => {
      const account = await scene.newAccount(1);
      const { prefix, hash } = await scene.newKey(account);
      const accountName = account.name;
      const otherHash = randomBytes(32);
      await expect(scene.ledger.createKey({ accountName, prefix, hash: otherHash })).rejects.toMatchObject({
        code: 'key-exists',
      });
      await expect(scene.ledger.createKey({ accountName, prefix: 'another', hash })).rejects.toMatchObject({
        code: 'key-exists',
      });
      expect(await scene.ledger.authenticate(otherHash)).toBeUndefined();
    });

    test('need an account, a prefix and a whole hash', async () => {
      const { name: accountName } = await scene.newAccount(1);
      const hash = randomBytes(32);
      await expect(
        scene.ledger.createKey({ accountName: 'nobody', prefix: 'p', hash }),
      ).rejects.toMatchObject({
        code: 'account-unknown',
      });
      await expect(scene.ledger.createKey({ accountName, prefix: '', hash })).rejects.toMatchObject({
        code: 'invalid',
      });
      await expect(
        scene.ledger.createKey({ accountName, prefix: 'short', hash: hash.subarray(1) }),
      ).rejects.toMatchObject({ code: 'invalid' });
      expect(await scene.ledger.revokeKey('unheard-of')).toBe(false);
    });
  });
}
