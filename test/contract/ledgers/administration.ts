import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AdminAuditEntry } from '../../../core/generated/admin-answers.ts';
import type { Actor } from '../../../core/ledger/administration/audit.ts';
import { createWebhookSecret } from '../../../core/administration/webhooks.ts';
import type { LedgerScene } from './scene.ts';

const BY: Actor = { via: 'api', name: 'billing', origin: '192.0.2.7' };

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function describeAudit(scene: LedgerScene): void {
  describe('the audit log', () => {
    const newest = async (limit: number): Promise<readonly AdminAuditEntry[]> =>
      (await scene.ledger.audit({ limit })).entries;

    test('has every change of an operator, who made it and from where, and no secret', async () => {
      const { ledger } = scene;
      const name = `audited ${randomBytes(4).toString('hex')}`;
      const [key, token] = [randomBytes(32), randomBytes(32)];
      const secret = createWebhookSecret();
      await ledger.createAccount(name, 5, BY);
      await ledger.adjustCredits(name, 7, 'invoice 1', { by: BY });
      await ledger.adjustCredits(name, -2, undefined, { by: BY });
      await ledger.changeAccount(name, { markupMilli: 1_200, holds: 'worst' }, BY);
      await ledger.suspendAccount(name, true, BY);
      await ledger.suspendAccount(name, false, BY);
      const prefix = randomBytes(4).toString('hex');
      await ledger.createKey({ accountName: name, prefix, hash: key, name: 'ci' }, BY);
      const successor = { prefix: randomBytes(4).toString('hex'), hash: randomBytes(32) };
      await ledger.rotateKey({ prefix, successor, graceMs: 60_000 }, BY);
      await ledger.revokeKey(prefix, BY);
      const url = 'https://receiver.example/hook/path-secret?token=query-secret';
      await ledger.webhooks.set(name, { url, secret }, BY);
      await ledger.webhooks.remove(name, BY);
      await ledger.createAdminToken({ name: `of ${name}`, scope: 'read', prefix, hash: token }, BY);
      await ledger.revokeAdminToken(`of ${name}`, BY);
      await ledger.record({ action: 'reload', detail: { outcome: 'swapped' } }, BY);
      const entries = (await newest(14)).toReversed();
      expect(entries.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
        ['account.create', name, { microCredits: 5 }],
        ['account.credit', name, { microCredits: 7, note: 'invoice 1' }],
        ['account.correct', name, { microCredits: -2, note: null }],
        ['account.set', name, { markupMilli: 1_200, holds: 'worst' }],
        ['account.suspend', name, {}],
        ['account.resume', name, {}],
        ['key.create', name, { prefix, name: 'ci', expires: null }],
        ['key.rotate', prefix, { successor: successor.prefix, graceSeconds: 60 }],
        ['key.revoke', prefix, {}],
        ['webhook.set', name, { receiver: 'receiver.example' }],
        ['webhook.remove', name, {}],
        ['admin-token.create', `of ${name}`, { scope: 'read', prefix }],
        ['admin-token.revoke', `of ${name}`, {}],
        ['reload', null, { outcome: 'swapped' }],
      ]);
      for (const { via, actor, origin } of entries)
        expect([via, actor, origin]).toEqual([BY.via, BY.name, BY.origin]);
      const text = JSON.stringify(entries);
      for (const hidden of [
        secret,
        'path-secret',
        'query-secret',
        key.toString('hex'),
        token.toString('hex'),
      ])
        expect(text).not.toContain(hidden);
    });

    test('notes nothing that changed nothing', async () => {
      const account = await scene.newAccount(1);
      const [before] = await newest(1);
      await expect(scene.ledger.createAccount(account.name, 1)).rejects.toMatchObject({
        code: 'account-exists',
      });
      await expect(scene.ledger.adjustCredits(account.name, -2)).rejects.toMatchObject({ code: 'invalid' });
      await expect(scene.ledger.adjustCredits('nobody', 2)).rejects.toMatchObject({
        code: 'account-unknown',
      });
      expect(await scene.ledger.revokeKey('nothing')).toBe(false);
      expect(await scene.ledger.revokeAdminToken('nobody')).toBe(false);
      expect(await scene.ledger.webhooks.remove(account.name)).toBe(0);
      expect(await scene.ledger.webhooks.retry('no request')).toBe(false);
      expect(await newest(1)).toEqual([before]);
    });

    test('is read in pages, and by time', async () => {
      const account = await scene.newAccount(0);
      for (let amount = 1; amount <= 5; amount += 1) await scene.another.adjustCredits(account.name, amount);
      const whole = await newest(6);
      const pages: AdminAuditEntry[] = [];
      let after = undefined;
      for (let page = 0; page < 3; page += 1) {
        const { entries, next } = await scene.ledger.audit({ limit: 2, after });
        pages.push(...entries);
        after = next ?? undefined;
      }
      expect(pages).toEqual(whole);
      const toMs = Date.parse(whole.at(-1)?.at ?? '');
      const earlier = await scene.ledger.audit({ limit: 10, toMs });
      expect(earlier.entries.filter(({ at }) => Date.parse(at) >= toMs)).toEqual([]);
      expect((await scene.ledger.audit({ limit: 10_000, fromMs: 0, toMs: 1 })).next).toBeNull();
      await expect(scene.ledger.audit({ limit: 0 })).rejects.toMatchObject({ code: 'invalid' });
      await expect(scene.ledger.audit({ limit: 10_001 })).rejects.toMatchObject({ code: 'invalid' });
    });

    test.each([
      "UPDATE audit_entry SET actor = 'nobody'",
      'DELETE FROM audit_entry',
      "UPDATE credit_claim SET fingerprint = 'x'",
      'DELETE FROM credit_claim',
    ])('cannot be rewritten: %s', async (sql) => {
      const account = await scene.newAccount(1);
      const claim = { key: sha256(account.name), fingerprint: sha256('f') };
      await scene.ledger.adjustCredits(account.name, 1, undefined, { claim });
      const counted = [await scene.count('audit_entry'), await scene.count('credit_claim')];
      await expect(scene.meddle(sql)).rejects.toThrow(/never/);
      expect([await scene.count('audit_entry'), await scene.count('credit_claim')]).toEqual(counted);
    });
  });
}

export function describeClaims(scene: LedgerScene): void {
  describe('credits under a claim', () => {
    test('are given once, at however many processes they are posted at once', async () => {
      const account = await scene.newAccount(100);
      const terms = { claim: { key: sha256(`pay ${account.name}`), fingerprint: sha256('50') }, by: BY };
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? scene.ledger : scene.another).adjustCredits(account.name, 50, undefined, terms),
        ),
      );
      expect(results.filter(({ isRepeated }) => isRepeated !== true)).toHaveLength(1);
      for (const result of results)
        expect(result).toMatchObject({ postedMicroCredits: 150, heldMicroCredits: 0 });
      expect(await scene.balanceOf(account)).toEqual([150, 0]);
      expect(await scene.ledger.history(account.name, 10)).toHaveLength(2);
      const { entries } = await scene.ledger.audit({ limit: 100 });
      const noted = entries.filter(
        ({ subject, action }) => subject === account.name && action === 'account.credit',
      );
      expect(noted).toHaveLength(1);
    });

    test('have the balance of the first time, and refuse another payment', async () => {
      const [account, other] = [await scene.newAccount(0), await scene.newAccount(0)];
      const claim = { key: sha256(`key ${account.name}`), fingerprint: sha256('first') };
      await scene.ledger.adjustCredits(account.name, 10, undefined, { claim });
      await scene.ledger.adjustCredits(account.name, 1);
      expect(await scene.another.adjustCredits(account.name, 10, undefined, { claim })).toEqual({
        postedMicroCredits: 10,
        heldMicroCredits: 0,
        isRepeated: true,
      });
      const another = { claim: { ...claim, fingerprint: sha256('second') } };
      for (const name of [account.name, other.name])
        await expect(scene.ledger.adjustCredits(name, 10, undefined, another)).rejects.toMatchObject({
          code: 'claim-mismatch',
        });
      await expect(scene.ledger.adjustCredits(account.name, -1, undefined, another)).rejects.toMatchObject({
        code: 'claim-mismatch',
      });
      expect(await scene.balanceOf(account)).toEqual([11, 0]);
      expect(await scene.balanceOf(other)).toEqual([0, 0]);
    });

    test('that were refused leave the claim free', async () => {
      const account = await scene.newAccount(5);
      const claim = { key: sha256(`late ${account.name}`), fingerprint: sha256('late') };
      await expect(scene.ledger.adjustCredits(account.name, -6, undefined, { claim })).rejects.toMatchObject({
        code: 'invalid',
      });
      await scene.ledger.adjustCredits(account.name, 1);
      expect(await scene.ledger.adjustCredits(account.name, -6, undefined, { claim })).toEqual({
        postedMicroCredits: 0,
        heldMicroCredits: 0,
      });
    });

    test('at two accounts at once under one claim are given to one of them, and refused to the other', async () => {
      const accounts = [await scene.newAccount(0), await scene.newAccount(0)];
      const outcomes = [];
      for (let round = 0; round < 30; round += 1) {
        const key = sha256(`${accounts[0]?.name} ${round}`);
        const give = (of: number, ledger: LedgerScene['ledger']): Promise<unknown> => {
          const name = accounts[of]?.name ?? '';
          return ledger.adjustCredits(name, 1, undefined, { claim: { key, fingerprint: sha256(name) } });
        };
        outcomes.push(...(await Promise.allSettled([give(0, scene.ledger), give(1, scene.another)])));
      }
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(refused).toHaveLength(30);
      for (const reason of refused) expect(reason).toMatchObject({ code: 'claim-mismatch' });
      const balances = await Promise.all(accounts.map((account) => scene.balanceOf(account)));
      expect(balances.flat().reduce((sum, amount) => sum + amount, 0)).toBe(30);
    });
  });
}

export function describeAdminTokens(scene: LedgerScene): void {
  test('an admin token is found until it is revoked, and its name is never used again', async () => {
    const token = () => ({ prefix: randomBytes(4).toString('hex'), hash: randomBytes(32) });
    const [first, second] = [token(), token()];
    expect(await scene.ledger.findAdminToken(first.prefix)).toBe('none');
    await scene.another.createAdminToken({ name: 'first', scope: 'write', ...first });
    await scene.another.createAdminToken({ name: 'second', scope: 'read', ...second });
    const found = await scene.ledger.findAdminToken(first.prefix);
    expect(found).toMatchObject({ name: 'first', scope: 'write' });
    expect(Buffer.from((found as { hash: Uint8Array }).hash)).toEqual(first.hash);
    expect(await scene.ledger.findAdminToken('unknown')).toBeUndefined();
    expect(await scene.another.revokeAdminToken('first')).toBe(true);
    expect(await scene.another.revokeAdminToken('first')).toBe(false);
    expect(await scene.ledger.findAdminToken(first.prefix)).toBeUndefined();
    await expect(
      scene.ledger.createAdminToken({ name: 'first', scope: 'read', ...token() }),
    ).rejects.toMatchObject({ code: 'token-exists' });
    await expect(
      scene.ledger.createAdminToken({ name: '', scope: 'read', ...token() }),
    ).rejects.toMatchObject({ code: 'invalid' });
    expect(await scene.ledger.listAdminTokens()).toMatchObject([
      { name: 'first', scope: 'write', revokedAt: expect.any(String) },
      { name: 'second', scope: 'read', revokedAt: null },
    ]);
    await scene.another.revokeAdminToken('second');
    expect(await scene.ledger.findAdminToken(second.prefix)).toBe('none');
  });
}
