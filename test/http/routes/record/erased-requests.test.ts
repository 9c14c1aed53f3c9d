import { beforeAll, describe, expect, it } from 'vitest';
import { carryOutCommand } from '../../../commands/run-command.ts';
import { changedLedger } from '../../../support/gateways/changed-ledger.ts';
import { gatewayOfFile } from '../../../support/gateways/gateway-of-file.ts';
import { type TestAccount, type TestReply } from '../../../support/gateways/test-gateway.ts';
import { adminClient, makeToken } from '../../administration/admin-client.ts';

const SECRET = 'a secret that goes';
const REQUEST = { prompt: SECRET, models: ['gpt-4o'] };

let account: TestAccount;
/** Texts are stored when it is over. */
let pause: Promise<void> | undefined;
const gateway = gatewayOfFile({
  aroundLedger: (ledger) =>
    changedLedger(ledger, {
      keepTexts: async (...texts) => {
        await pause;
        return await ledger.keepTexts(...texts);
      },
    }),
});
beforeAll(async () => {
  account = await gateway.account(1_000, { cache: true });
});

const at = (promptLogId: string, method = 'GET') =>
  gateway.send(account.key, `/api/v1/prompts/${promptLogId}`, { method });

describe('DELETE of an ended request', () => {
  it('erases its texts and keeps its figures, also the second time', async () => {
    const key = { 'idempotency-key': 'erased' };
    const { promptLogId } = (await gateway.post(account.key, REQUEST, key)).body;
    const before = await at(promptLogId);
    expect(before.text).toContain(SECRET);
    const erased = [await at(promptLogId, 'DELETE'), await at(promptLogId, 'DELETE')];
    expect(erased.map(({ status, text }) => [status, text])).toEqual([
      [204, ''],
      [204, ''],
    ]);
    const after = await at(promptLogId);
    expect(after.text).not.toContain(SECRET);
    expect(after.body).toEqual({ ...before.body, request: null, response: null, zeroDataRetention: true });
    const spent = await account.balance();
    const repeated = await gateway.post(account.key, REQUEST, key);
    expect([repeated.status, repeated.body.type]).toEqual([409, 'urn:assay:problem:result-not-retained']);
    expect(await account.balance()).toEqual(spent);
  });

  it('erases what only memory has for a repetition', async () => {
    const asked = { ...REQUEST, zero_data_retention: true };
    const key = { 'idempotency-key': 'in memory' };
    const { promptLogId } = (await gateway.post(account.key, asked, key)).body;
    expect((await gateway.post(account.key, asked, key)).status).toBe(200);
    expect((await at(promptLogId, 'DELETE')).status).toBe(204);
    expect((await gateway.post(account.key, asked, key)).status).toBe(409);
  });

  it('erases the answers cached from it', async () => {
    const asked = { ...REQUEST, prompt: 'cached', cache: { maxAgeSeconds: 3_600 } };
    const isCached = async (): Promise<boolean> =>
      (await gateway.post(account.key, asked)).body.results[0].cached === true;
    const { promptLogId } = (await gateway.post(account.key, asked)).body;
    await expect.poll(isCached).toBe(true);
    await at(promptLogId, 'DELETE');
    expect(await isCached()).toBe(false);
  });

  it('erases nothing of another account', async () => {
    const other = await gateway.account(10);
    const { promptLogId } = (await gateway.post(other.key, REQUEST)).body;
    expect((await at(promptLogId, 'DELETE')).status).toBe(404);
  });
});

describe('an account’s texts', () => {
  const erasures: readonly (readonly [string, (erased: TestAccount) => Promise<void>])[] = [
    [
      'DELETE /admin/v1/accounts/{name}/texts',
      async ({ name }: TestAccount): Promise<void> => {
        const token = await makeToken(gateway.admin, `eraser-${name}`, 'write');
        const { status, body } = await adminClient(
          () => gateway.operationsUrl,
          token,
        )(`DELETE /accounts/${name}/texts`);
        expect([status, body]).toEqual([200, { name, erased: true }]);
      },
    ],
    [
      'assay account erase',
      async ({ name }: TestAccount): Promise<void> => {
        const environment = { ASSAY_DATABASE_URL: `file:${gateway.folder}/assay.db` };
        expect((await carryOutCommand(['account', 'erase', name], environment)).code).toBe(0);
      },
    ],
  ];

  it.each(erasures)('are erased by %s', async (_name, erase) => {
    account = await gateway.account(100);
    const { promptLogId } = (await gateway.post(account.key, REQUEST)).body;
    expect((await at(promptLogId)).text).toContain(SECRET);
    await erase(account);
    expect((await at(promptLogId)).text).not.toContain(SECRET);
  });

  it.each(erasures)(
    'are erased by %s also where only memory has them for a repetition',
    async (_name, erase) => {
      account = await gateway.account(100);
      const asked = { ...REQUEST, zero_data_retention: true };
      const ask = async (key: string): Promise<TestReply> =>
        await gateway.post(account.key, asked, { 'idempotency-key': key });
      const { promptLogId } = (await ask('before')).body;
      expect((await at(promptLogId)).body.response).not.toBeNull();
      await erase(account);
      expect((await at(promptLogId)).body.response).toBeNull();
      expect((await ask('before')).status).toBe(409);
      await ask('after');
      expect((await ask('after')).status).toBe(200);
    },
  );
});

it('a reply that is stored late is forgotten by memory, and goes with its texts', async () => {
  account = await gateway.account(100);
  const stored = Promise.withResolvers<void>();
  pause = stored.promise;
  const key = { 'idempotency-key': 'late' };
  const { promptLogId } = (await gateway.post(account.key, REQUEST, key)).body;
  expect((await gateway.post(account.key, REQUEST, key)).status).toBe(200);
  stored.resolve();
  await expect.poll(async () => (await at(promptLogId)).body.request).not.toBeNull();
  await gateway.admin((ledger) => ledger.prunePrompts('2099-01-01T00:00:00Z'));
  expect((await gateway.post(account.key, REQUEST, key)).status).toBe(409);
});
