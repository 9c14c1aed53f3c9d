import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import type { GatewayProcess } from '../../support/gateways/run-gateway.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';

/** The system picks a gateway for each connection: with so many, none stays without one but once in 2^63 runs. */
const CONNECTIONS = 64;

await describePostgres('Two gateways with ASSAY_REUSE_PORT', (administrator) => {
  let database: TemporaryDatabase;
  let scene: ProcessScene;
  let gateways: readonly GatewayProcess[];
  let port: string;
  let key: string;

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
    scene = await startScene({}, { ASSAY_DATABASE_URL: database.url, ASSAY_REUSE_PORT: 'on' });
    key = await scene.account('acme', 100);
    const first = await scene.start();
    ({ port } = new URL(first.url));
    gateways = [first, await scene.start({ ASSAY_PORT: port })];
  });
  afterAll(async () => {
    await scene.stop();
    await database.drop();
  });

  const askOnNewConnections = async (): Promise<readonly number[]> =>
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const reply = await fetch(`http://127.0.0.1:${port}/api/v1/balance`, {
          headers: { authorization: `Bearer ${key}`, connection: 'close' },
        });
        await reply.arrayBuffer();
        return reply.status;
      }),
    );

  const answeredBy = async ({ operationsUrl }: GatewayProcess): Promise<number> => {
    const text = await (await fetch(`${operationsUrl}/metrics`)).text();
    const [, count] =
      /^assay_requests_total\{route="\/api\/v1\/balance",status="200"\S* (\d+)$/m.exec(text) ?? [];
    return Number(count ?? 0);
  };

  it('both answer at one port, and count what each has answered', async () => {
    expect(new Set(await askOnNewConnections())).toEqual(new Set([200]));
    const counts = await Promise.all(gateways.map(answeredBy));
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(CONNECTIONS);
  });

  it('warn that each counts for itself while they share no counters', () => {
    for (const gateway of gateways) expect(gateway.output()).toContain('set ASSAY_COUNTERS_URL=redis:');
  });

  it('leave the port to no gateway without the variable', async () => {
    await expect(scene.start({ ASSAY_PORT: port, ASSAY_REUSE_PORT: 'off' })).rejects.toThrow(
      `127.0.0.1:${port} is in use`,
    );
  });

  it('go on answering once one of them has stopped', async () => {
    const [first] = gateways;
    expect(await first?.stop()).toEqual({ code: 0, signal: null });
    expect(new Set(await askOnNewConnections())).toEqual(new Set([200]));
  });
});
