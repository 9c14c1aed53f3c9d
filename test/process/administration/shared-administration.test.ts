import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import type { GatewayProcess } from '../../demo/run-gateway.ts';
import { postPrompt } from '../post-prompt.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';
import { look, pay } from './payments.ts';

await describePostgres('The administration API of gateways that share PostgreSQL', (administrator) => {
  let database: TemporaryDatabase;
  let scene: ProcessScene;
  let alone: GatewayProcess;
  let fleet: GatewayProcess;
  let key: string;
  let token: string;

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
    scene = await startScene({}, { ASSAY_DATABASE_URL: database.url });
    key = await scene.account('acme', 0);
    const made = await scene.assay(['admin-token', 'create', 'billing', '--scope', 'write', '--json']);
    ({ token } = JSON.parse(made.stdout) as { readonly token: string });
    [alone, fleet] = await Promise.all([scene.start(), scene.start({}, ['--workers', '2'])]);
  }, 120_000);
  afterAll(async () => {
    await scene.stop();
    await database.drop();
  });

  const credits = async (): Promise<number> => (await scene.balance('acme')).credits;

  it('credits a payment once that is posted at both of them at once', async () => {
    const payment = { account: 'acme', credits: 50, key: 'posted at both' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        pay((index % 2 === 0 ? alone : fleet).operationsUrl, token, payment),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(await credits()).toBe(50);
    const other = await pay(fleet.operationsUrl, token, { ...payment, credits: 51 });
    expect(other.status).toBe(422);
  });

  it('makes a key once that is posted at both of them at once', async () => {
    await scene.account('once', 0);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const { operationsUrl } = index % 2 === 0 ? alone : fleet;
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
    const listed = await (await look(alone.operationsUrl, token, '/keys?account=once')).json();
    const { keys } = listed as { readonly keys: readonly { readonly name: string | null }[] };
    expect(keys.filter(({ name }) => name === 'made once')).toHaveLength(1);
  });

  it.each(['/accounts/a%00b', '/accounts/a%00b/history', '/keys?account=a%00b', '/usage?account=a%00b'])(
    'refuses the NUL character in %s, which the database does not take',
    async (path) => expect((await look(alone.operationsUrl, token, path)).status).toBe(400),
  );

  it('is answered by the primary of workers, with all there is', async () => {
    await pay(fleet.operationsUrl, token, { account: 'acme', credits: 100, key: 'for a prompt' });
    const { status } = await postPrompt(fleet.url, key, { prompt: 'hi', models: ['gpt-5.4'] });
    expect(status).toBe(200);
    const json = async (path: string) => (await look(fleet.operationsUrl, token, path)).json();
    expect(await json('/usage?by=model')).toMatchObject({ rows: [{ model: 'gpt-5.4', calls: 1 }] });
    expect(await json('/keys?account=acme')).toMatchObject({ keys: [{ lastUsed: expect.any(String) }] });
    const { models } = (await json('/models')) as { readonly models: readonly { readonly id: string }[] };
    expect(models.find(({ id }) => id === 'gpt-5.4')).toMatchObject({ configured: true, keys: 1 });
    const reload = await fetch(`${fleet.operationsUrl}/admin/v1/reload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await reload.json()).toMatchObject({ outcome: 'unchanged' });
    expect(await json('/audit?limit=1')).toMatchObject({
      entries: [{ via: 'api', actor: 'billing', action: 'reload' }],
    });
    expect((await look(fleet.url, token, '/accounts')).status).toBe(404);
  });

  it('is off at both once the last token is revoked, and on again with another', async () => {
    await scene.assay(['admin-token', 'revoke', 'billing']);
    for (const { operationsUrl } of [alone, fleet])
      expect((await look(operationsUrl, token, '/accounts')).status).toBe(404);
    const made = await scene.assay(['admin-token', 'create', 'reports', '--scope', 'read', '--json']);
    const { token: other } = JSON.parse(made.stdout) as { readonly token: string };
    for (const { operationsUrl } of [alone, fleet]) {
      expect((await look(operationsUrl, other, '/accounts/acme')).status).toBe(200);
      expect((await look(operationsUrl, token, '/accounts/acme')).status).toBe(401);
    }
  });
});
