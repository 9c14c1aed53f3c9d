import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { settlement } from './samples.ts';
import type { LedgerScene } from './scene.ts';

export function describeCorrections(scene: LedgerScene): void {
  describe('corrections', () => {
    test('take back what is free, with a note, and never more', async () => {
      const account = await scene.newAccount(1_000);
      const held = await scene.hold(account, 300);
      await expect(scene.another.adjustCredits(account.name, -701)).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringMatching(/^Only 0\.0007 credits .* Take back at most that many\.$/),
      });
      expect(await scene.balanceOf(account)).toEqual([1_000, 300]);
      expect(await scene.another.adjustCredits(account.name, -700, 'booked twice')).toEqual({
        postedMicroCredits: 300,
        heldMicroCredits: 300,
      });
      await expect(scene.ledger.adjustCredits(account.name, -1)).rejects.toMatchObject({ code: 'invalid' });
      await scene.ledger.settle(settlement(held, { chargeMicroCredits: 300 }));
      expect(await scene.balanceOf(account)).toEqual([0, 0]);
      const entries = await scene.ledger.history(account.name, 10);
      expect(entries.map(({ kind, microCredits, note }) => [kind, microCredits, note])).toEqual([
        ['charge', 300, null],
        ['correction', 700, 'booked twice'],
        ['grant', 1_000, null],
      ]);
    });

    test('race holds without a balance below zero', async () => {
      const account = await scene.newAccount(100);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, index) =>
          index % 2 === 0 ? scene.hold(account, 7) : scene.another.adjustCredits(account.name, -7),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(14);
      const [posted, reserved] = await scene.balanceOf(account);
      expect(posted - reserved).toBe(2);
    });

    test.each([0, 0.5, 2 ** 53])('of %d are refused', async (amount) => {
      const account = await scene.newAccount(10);
      await expect(scene.ledger.adjustCredits(account.name, -amount)).rejects.toMatchObject({
        code: 'invalid',
      });
      await expect(scene.ledger.adjustCredits('nobody', -1)).rejects.toMatchObject({
        code: 'account-unknown',
      });
    });

    test('and grants have notes of one to 200 visible characters', async () => {
      const account = await scene.newAccount(0);
      await scene.ledger.adjustCredits(account.name, 5, 'invoice 2026-17');
      expect((await scene.ledger.history(account.name, 1))[0]).toMatchObject({ note: 'invoice 2026-17' });
      for (const note of ['', 'x'.repeat(201), 'two\nlines']) {
        await expect(scene.ledger.adjustCredits(account.name, 5, note)).rejects.toMatchObject({
          code: 'invalid',
        });
      }
    });
  });
}

export function describeSuspensions(scene: LedgerScene): void {
  test('a suspended account says so to its keys until it is resumed', async () => {
    const account = await scene.newAccount(10);
    const { hash } = await scene.newKey(account);
    expect(await scene.ledger.authenticate(hash)).toMatchObject({ suspended: false });
    await scene.another.suspendAccount(account.name, true);
    expect(await scene.ledger.authenticate(hash)).toMatchObject({ ...account, suspended: true });
    const listed = (await scene.ledger.listAccounts()).find(({ id }) => id === account.id);
    expect(listed).toMatchObject({ suspended: true });
    await scene.another.suspendAccount(account.name, false);
    expect(await scene.ledger.authenticate(hash)).toMatchObject({ suspended: false });
    await expect(scene.ledger.suspendAccount('nobody', true)).rejects.toMatchObject({
      code: 'account-unknown',
    });
  });
}

export function describeListedKeys(scene: LedgerScene): void {
  describe('listed keys', () => {
    test('have what is known of them, and when they last took a hold', async () => {
      const account = await scene.newAccount(100);
      const named = { prefix: randomBytes(4).toString('hex'), hash: randomBytes(32) };
      const expiresMs = Date.now() + 60_000;
      await scene.another.createKey({ accountName: account.name, ...named, name: 'ci', expiresMs });
      const plain = await scene.newKey(account);
      await scene.newKey(await scene.newAccount(0));
      const holder = await scene.ledger.authenticate(named.hash);
      await scene.hold(account, 1, { keyId: holder?.keyId ?? null });
      await scene.another.revokeKey(plain.prefix);
      const time = expect.stringMatching(/Z$/);
      expect(await scene.ledger.listKeys(account.name)).toEqual([
        {
          prefix: named.prefix,
          name: 'ci',
          account: account.name,
          created: time,
          lastUsed: time,
          expires: new Date(expiresMs).toISOString(),
          revoked: null,
          budgets: { day: null, month: null },
          budgetsLeft: { day: null, month: null },
          models: null,
          requestsPerMinute: null,
        },
        {
          prefix: plain.prefix,
          name: null,
          account: account.name,
          created: time,
          lastUsed: null,
          expires: null,
          revoked: time,
          budgets: { day: null, month: null },
          budgetsLeft: { day: null, month: null },
          models: null,
          requestsPerMinute: null,
        },
      ]);
      expect((await scene.ledger.listKeys()).map(({ prefix }) => prefix)).toContain(named.prefix);
      await expect(scene.ledger.listKeys('nobody')).rejects.toMatchObject({ code: 'account-unknown' });
    });

    test('are refused from the moment they expire', async () => {
      const account = await scene.newAccount(1);
      const [expired, valid] = [randomBytes(32), randomBytes(32)];
      const accountName = account.name;
      const [past, future] = [Date.now() - 1, Date.now() + 60_000];
      await scene.ledger.createKey({ accountName, prefix: `${account.id}e`, hash: expired, expiresMs: past });
      await scene.ledger.createKey({ accountName, prefix: `${account.id}v`, hash: valid, expiresMs: future });
      expect(await scene.ledger.authenticate(expired)).toBeUndefined();
      expect(await scene.ledger.authenticate(valid)).toMatchObject(account);
    });

    test('have names of one to 64 visible characters', async () => {
      const { name: accountName } = await scene.newAccount(1);
      for (const name of ['', 'x'.repeat(65), 'bell\u0007']) {
        const key = { accountName, prefix: 'unused', hash: randomBytes(32), name };
        await expect(scene.ledger.createKey(key)).rejects.toMatchObject({ code: 'invalid' });
      }
    });
  });
}
