import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import type { GatewayProcess } from '../../support/gateways/run-gateway.ts';
import { postPrompt } from '../post-prompt.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';
import { look, pay } from './payments.ts';

await describePostgres('The administration API of gateways that share PostgreSQL', (administrator) => {
  let database: TemporaryDatabase;
  let scene: ProcessScene;
  let one: GatewayProcess;
  let other: GatewayProcess;
  let key: string;
  let token: string;

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
    scene = await startScene({}, { ASSAY_DATABASE_URL: database.url });
    key = await scene.account('acme', 0);
    const created = await scene.assay(['admin-token', 'create', 'billing', '--scope', 'write', '--json']);
    ({ token } = JSON.parse(created.stdout) as { readonly token: string });
    [one, other] = await Promise.all([scene.start(), scene.start()]);
  });
  afterAll(async () => {
    await scene.stop();
    await database.drop();
  });

  const credits = async (): Promise<number> => (await scene.balance('acme')).credits;

  it('credits a payment once that is posted at both of them at once', async () => {
    const payment = { account: 'acme', credits: 50, key: 'posted at both' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        pay((index % 2 === 0 ? one : other).operationsUrl, token, payment),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(await credits()).toBe(50);
    const changed = await pay(other.operationsUrl, token, { ...payment, credits: 51 });
    expect(changed.status).toBe(422);
  });

  it('makes a key once that is posted at both of them at once', async () => {
    await scene.account('once', 0);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const { operationsUrl } = index % 2 === 0 ? one : other;
        const reply = await fetch(`${operationsUrl}/admin/v1/keys`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': 'one key for both',
          },
          body: JSON.stringify({ account: 'once', name: 'made once' }),
        });
        return reply.status;
      }),
    );
    expect(Object.groupBy(statuses, (status) => status)).toMatchObject({
      201: { length: 1 },
      409: { length: 9 },
    });
    const listed = await (await look(one.operationsUrl, token, '/keys?account=once')).json();
    const { keys } = listed as { readonly keys: readonly { readonly name: string | null }[] };
    expect(keys.filter(({ name }) => name === 'made once')).toHaveLength(1);
  });

  it.each(['/accounts/a%00b', '/accounts/a%00b/history', '/keys?account=a%00b', '/usage?account=a%00b'])(
    'refuses the NUL character in %s, which the database does not take',
    async (path) => expect((await look(other.operationsUrl, token, path)).status).toBe(400),
  );

  it('answers at each of them with all there is', async () => {
    await pay(other.operationsUrl, token, { account: 'acme', credits: 100, key: 'for a prompt' });
    const { status } = await postPrompt(other.url, key, { prompt: 'hi', models: ['gpt-5.4'] });
    expect(status).toBe(200);
    const json = async (path: string) => (await look(other.operationsUrl, token, path)).json();
    expect(await json('/usage?by=model')).toMatchObject({ rows: [{ model: 'gpt-5.4', calls: 1 }] });
    expect(await json('/keys?account=acme')).toMatchObject({ keys: [{ lastUsed: expect.any(String) }] });
    const { models } = (await json('/models')) as { readonly models: readonly { readonly id: string }[] };
    expect(models.find(({ id }) => id === 'gpt-5.4')).toMatchObject({ configured: true, keys: 1 });
    const reload = await fetch(`${other.operationsUrl}/admin/v1/reload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await reload.json()).toMatchObject({ outcome: 'unchanged' });
    expect(await json('/audit?limit=1')).toMatchObject({
      entries: [{ via: 'api', actor: 'billing', action: 'reload' }],
    });
    expect((await look(other.url, token, '/accounts')).status).toBe(404);
  });

  it('is off at both once the last token is revoked, and on again with another', async () => {
    await scene.assay(['admin-token', 'revoke', 'billing']);
    for (const { operationsUrl } of [one, other])
      expect((await look(operationsUrl, token, '/accounts')).status).toBe(404);
    const created = await scene.assay(['admin-token', 'create', 'reports', '--scope', 'read', '--json']);
    const { token: newToken } = JSON.parse(created.stdout) as { readonly token: string };
    for (const { operationsUrl } of [one, other]) {
      expect((await look(operationsUrl, newToken, '/accounts/acme')).status).toBe(200);
      expect((await look(operationsUrl, token, '/accounts/acme')).status).toBe(401);
    }
  });
});
