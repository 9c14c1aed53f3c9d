import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
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

    test('keep the models and the rate they are limited to, also when they are rotated', async () => {
      const account = await scene.newAccount(1);
      const [prefix, hash] = [`limited-${account.id}`, randomBytes(32)];
      const limits = { models: ['gpt-5.4', 'claude-*'], requestsPerMinute: 7 };
      await scene.ledger.createKey({ accountName: account.name, prefix, hash, ...limits });
      const successor = { prefix: `next-${account.id}`, hash: randomBytes(32) };
      await scene.ledger.rotateKey({ prefix, successor, graceMs: 60_000 });
      for (const made of [hash, successor.hash])
        expect(await scene.another.authenticate(made)).toMatchObject(limits);
      const unlimited = await scene.newKey(account);
      expect(await scene.another.authenticate(unlimited.hash)).toMatchObject({
        models: null,
        requestsPerMinute: account.requestsPerMinute,
      });
      expect((await scene.ledger.listKeys(account.name))[0]).toMatchObject(limits);
    });

    test('get another name and other limits, which the next request meets, and lose them again', async () => {
      const account = await scene.newAccount(1);
      const { prefix, hash } = await scene.newKey(account);
      const changes = { name: 'ci', models: ['gpt-5.4', 'claude-*'], requestsPerMinute: 7 };
      await scene.another.changeKey(prefix, changes);
      const { name, ...limits } = changes;
      expect(await scene.ledger.authenticate(hash)).toMatchObject(limits);
      // What is not named stays.
      await scene.ledger.changeKey(prefix, { requestsPerMinute: 9 });
      const listed = async () => (await scene.another.listKeys(account.name))[0];
      expect(await listed()).toMatchObject({ prefix, name, models: limits.models, requestsPerMinute: 9 });
      await scene.ledger.changeKey(prefix, { name: null, models: null, requestsPerMinute: null });
      expect(await listed()).toMatchObject({ name: null, models: null, requestsPerMinute: null });
      expect(await scene.another.authenticate(hash)).toMatchObject({
        models: null,
        requestsPerMinute: account.requestsPerMinute,
      });
      for (const wrong of [{ name: '' }, { models: [] }, { models: ['a b'] }, { requestsPerMinute: 0 }])
        await expect(scene.ledger.changeKey(prefix, wrong)).rejects.toMatchObject({ code: 'invalid' });
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
      const [revoked, active] = [await scene.newKey(account), await scene.newKey(account)];
      expect(await scene.ledger.authenticate(revoked.hash)).toMatchObject(account);
      expect(await scene.another.revokeKey(revoked.prefix)).toBe(true);
      expect(await scene.ledger.authenticate(revoked.hash)).toBeUndefined();
      expect(await scene.ledger.authenticate(active.hash)).toMatchObject(account);
      expect(await scene.another.revokeKey(revoked.prefix)).toBe(false);
    });

    test('do not stop what their account has reserved', async () => {
      const account = await scene.newAccount(100);
      const key = await scene.newKey(account);
      const requestId = await scene.hold(account, 100);
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

    describe('that are rotated', () => {
      const successor = (): { readonly prefix: string; readonly hash: Uint8Array } => ({
        prefix: randomBytes(4).toString('hex'),
        hash: randomBytes(32),
      });
      const GRACE_MS = 3_600_000;

      test('open the account beside their successor, which has their name and expiry', async () => {
        const account = await scene.newAccount(100);
        const old = successor();
        const expiresMs = Date.now() + 10 * GRACE_MS;
        await scene.ledger.createKey({ accountName: account.name, ...old, name: 'ci', expiresMs });
        const made = successor();
        const before = Date.now();
        const rotated = await scene.another.rotateKey({
          prefix: old.prefix,
          successor: made,
          graceMs: GRACE_MS,
        });
        expect(rotated).toMatchObject({ accountName: account.name, name: 'ci', expiresMs });
        expect(rotated.oldExpiresMs).toBeGreaterThan(before);
        expect(rotated.oldExpiresMs).toBeLessThan(expiresMs);
        const [first, second] = await Promise.all(
          [old, made].map(({ hash }) => scene.ledger.authenticate(hash)),
        );
        expect([first, second]).toMatchObject([account, account]);
        expect(first?.keyId).not.toBe(second?.keyId);
        const [listedOld, listedNew] = await scene.ledger.listKeys(account.name);
        expect(listedOld).toMatchObject({
          prefix: old.prefix,
          expires: new Date(rotated.oldExpiresMs).toISOString(),
          revoked: null,
        });
        expect(listedNew).toMatchObject({
          prefix: made.prefix,
          name: 'ci',
          expires: new Date(expiresMs).toISOString(),
        });
      });

      test('are refused once the grace is over, and never live longer than without', async () => {
        const account = await scene.newAccount(100);
        const [ended, short] = [await scene.newKey(account), successor()];
        const heir = successor();
        const terms = { prefix: ended.prefix, successor: heir, graceMs: 0 };
        expect(await scene.another.rotateKey(terms)).toMatchObject({ name: null, expiresMs: null });
        expect(await scene.ledger.authenticate(ended.hash)).toBeUndefined();
        expect(await scene.ledger.authenticate(heir.hash)).toMatchObject(account);
        expect((await scene.ledger.listKeys(account.name))[0]?.revoked).toMatch(/Z$/);
        const expiresMs = Date.now() + 60_000;
        await scene.ledger.createKey({ accountName: account.name, ...short, expiresMs });
        const late = { prefix: short.prefix, successor: successor(), graceMs: GRACE_MS };
        expect(await scene.ledger.rotateKey(late)).toMatchObject({ expiresMs, oldExpiresMs: expiresMs });
        const brief = await scene.newKey(account);
        await scene.ledger.rotateKey({ prefix: brief.prefix, successor: successor(), graceMs: 1 });
        await wait(5);
        expect(await scene.ledger.authenticate(brief.hash)).toBeUndefined();
      });

      test('keep the end of their grace, whatever expiry is asked for', async () => {
        const account = await scene.newAccount(100);
        const [valid, ended, over] = [
          await scene.newKey(account),
          await scene.newKey(account),
          await scene.newKey(account),
        ];
        const heirs = [successor(), successor(), successor()];
        for (const [index, [{ prefix }, graceMs]] of (
          [
            [valid, GRACE_MS],
            [ended, 0],
            [over, 1],
          ] as const
        ).entries()) {
          await scene.another.rotateKey({ prefix, successor: heirs[index] ?? successor(), graceMs });
        }
        await wait(5);
        const before = await scene.ledger.listKeys(account.name);
        const today = new Date().toISOString().slice(0, 8);
        for (const [index, { prefix }] of [valid, ended, over].entries()) {
          for (const expiresMs of [null, Date.now() + 10 * GRACE_MS, Date.now() + 1_000]) {
            await expect(
              scene.ledger.changeKey(prefix, { expiresMs, budgets: { day: 7 } }),
            ).rejects.toMatchObject({
              code: 'key-rotated',
              message: expect.stringMatching(
                new RegExp(
                  `${prefix} was replaced by ${heirs[index]?.prefix} on ${today}\\d\\d.*make a new key`,
                  'i',
                ),
              ),
            });
          }
        }
        expect(await scene.ledger.listKeys(account.name)).toEqual(before);
        expect(await scene.ledger.authenticate(over.hash)).toBeUndefined();
        // Its budgets are those of the line, whichever of its keys is named; its successor's expiry is its own.
        await scene.ledger.changeKey(valid.prefix, { budgets: { day: 7 } });
        await scene.ledger.changeKey(heirs[0]?.prefix ?? '', { expiresMs: Date.now() + GRACE_MS });
      });

      test('are not those that have expired by themselves: these may go on', async () => {
        const account = await scene.newAccount(100);
        const expired = successor();
        await scene.ledger.createKey({ accountName: account.name, ...expired, expiresMs: Date.now() - 1 });
        expect(await scene.ledger.authenticate(expired.hash)).toBeUndefined();
        await scene.ledger.changeKey(expired.prefix, { expiresMs: null });
        expect(await scene.ledger.authenticate(expired.hash)).toMatchObject(account);
      });

      test('are rotated once, and only while they are active', async () => {
        const account = await scene.newAccount(100);
        const [key, revoked, expired] = [
          await scene.newKey(account),
          await scene.newKey(account),
          successor(),
        ];
        const rotate = (prefix: string, made = successor()) =>
          scene.ledger.rotateKey({ prefix, successor: made, graceMs: GRACE_MS });
        const first = successor();
        await rotate(key.prefix, first);
        await expect(rotate(key.prefix)).rejects.toMatchObject({
          code: 'key-rotated',
          message: expect.stringContaining(first.prefix),
        });
        await scene.ledger.revokeKey(revoked.prefix);
        await scene.ledger.createKey({
          accountName: account.name,
          ...expired,
          expiresMs: Date.now() - 1,
        });
        const unknown = { code: 'key-unknown' };
        await expect(rotate(revoked.prefix)).rejects.toMatchObject(unknown);
        await expect(rotate(expired.prefix)).rejects.toMatchObject(unknown);
        await expect(rotate('unheard-of')).rejects.toMatchObject(unknown);
        await expect(rotate(first.prefix, key)).rejects.toMatchObject({ code: 'key-exists' });
        await expect(
          scene.ledger.rotateKey({ prefix: first.prefix, successor: successor(), graceMs: -1 }),
        ).rejects.toMatchObject({ code: 'invalid' });
        // What was refused changed nothing.
        expect(await scene.ledger.authenticate(first.hash)).toMatchObject(account);
        expect((await scene.ledger.listKeys(account.name)).length).toBe(4);
      });
    });
  });
}
