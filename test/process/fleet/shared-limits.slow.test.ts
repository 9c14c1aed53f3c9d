import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '../../../core/ledger/open-ledger.ts';
import type { AccountSettings } from '../../../core/ledger/administration/settings.ts';
import { createApiKey } from '../../../core/stores/api-key.ts';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import type { GatewayProcess } from '../../support/gateways/run-gateway.ts';
import { describeRedis } from '../../support/servers/describe-redis.ts';
import { startRedis, type RedisServer } from '../../support/servers/redis-server.ts';
import type { SandboxReply } from '../../../core/sandbox/upstream.ts';
import { withinOneMinute } from '../../support/within-one-minute.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';
import { eventually } from '../../support/eventually.ts';

const PROMPT = { prompt: 'hi', models: ['ministral-3b-2512'] };
const ANSWER: SandboxReply = { content: 'at last', usage: { inputTokens: 10, outputTokens: 10 } };
const GATEWAYS = 3;

await describePostgres('Limits of gateways that share a PostgreSQL', (administrator) => {
  describeRedis('and a Redis', () => {
    let database: TemporaryDatabase;
    let redis: RedisServer;
    let scene: ProcessScene;
    let gateways: GatewayProcess[];
    /** Upstream calls that wait for the test. */
    let isHeld = false;
    let waiting: ((reply: SandboxReply) => void)[] = [];

    beforeAll(async () => {
      [database, redis, scene] = await Promise.all([
        temporaryDatabase(administrator),
        startRedis(),
        startScene({
          reply: () => {
            if (!isHeld) return ANSWER;
            const { promise, resolve } = Promise.withResolvers<SandboxReply>();
            waiting.push(resolve);
            return promise;
          },
        }),
      ]);
      const shared = { ASSAY_DATABASE_URL: database.url, ASSAY_COUNTERS_URL: redis.url };
      // The first one prepares the database.
      gateways = [await scene.start(shared)];
      gateways.push(...(await Promise.all([scene.start(shared), scene.start(shared)])));
    });
    afterEach(release);
    afterAll(async () => {
      await scene.stop();
      await Promise.all([redis.stop(), database.drop()]);
    });

    function release(): void {
      isHeld = false;
      for (const answer of waiting.splice(0)) answer(ANSWER);
    }

    async function account(settings: AccountSettings): Promise<string> {
      const ledger = await openLedger({ kind: 'postgres', url: database.url }, { recover: false });
      const { key, prefix, hash } = createApiKey();
      const accountName = `account-${prefix}`;
      await ledger.createAccount(accountName, 1_000_000_000);
      await ledger.changeAccount(accountName, settings);
      await ledger.createKey({ accountName, prefix, hash });
      await ledger.close();
      return key;
    }

    async function post(gateway: GatewayProcess, key: string): Promise<Response> {
      const reply = await fetch(`${gateway.url}/api/v1/prompt`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(PROMPT),
      });
      await reply.arrayBuffer();
      return reply;
    }

    /** One after the other to each of the gateways. */
    const burst = (requests: number, key: string): readonly Promise<Response>[] =>
      Array.from({ length: requests }, (_, index) => post(gatewayAt(index), key));
    const gatewayAt = (index: number): GatewayProcess => {
      const gateway = gateways[index % GATEWAYS];
      if (gateway === undefined) throw new Error('no gateway was started');
      return gateway;
    };

    it('let exactly N of 10 N concurrent requests through in a minute', async () => {
      const key = await account({ requestsPerMinute: 21 });
      await withinOneMinute(15_000);
      const replies = await Promise.all(burst(210, key));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(21);
      const refused = replies.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(189);
      for (const { headers } of refused) {
        expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        expect(headers.get('ratelimit-policy')).toBe('"minute";q=21;w=60');
        expect(headers.get('ratelimit')).toBe(`"minute";r=0;t=${headers.get('retry-after')}`);
      }
    });

    it('let exactly N of 10 N be in flight, and take as many as end', async () => {
      const key = await account({ requestsPerMinute: 1_000_000, requestsInFlight: 12 });
      isHeld = true;
      const replies = burst(120, key);
      const refused: number[] = [];
      for (const reply of replies) void reply.then(({ status }) => refused.push(status));
      await eventually(() => expect([refused.length, waiting.length]).toEqual([108, 12]));
      expect(new Set(refused)).toEqual(new Set([429]));
      for (const answer of waiting.splice(0, 3)) answer(ANSWER);
      await eventually(() => expect(refused.filter((status) => status === 200)).toHaveLength(3));
      const next = burst(30, key);
      let answered = 0;
      for (const reply of next) void reply.then(() => (answered += 1));
      await eventually(() => expect([answered, waiting.length]).toEqual([27, 12]));
      release();
      const statuses = (await Promise.all([...replies, ...next])).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(15);
    });

    describe('when one is killed', () => {
      it('forget what it had in flight, and nothing of the others', async () => {
        const key = await account({ requestsPerMinute: 1_000_000, requestsInFlight: 6 });
        isHeld = true;
        const lost = Promise.allSettled(burst(6, key));
        await eventually(() => expect(waiting).toHaveLength(6));
        const victim = gatewayAt(2);
        victim.signal('SIGKILL');
        await victim.exited;
        // The lease of its holds ends within seconds. Until then no other request may pass.
        const asked: Promise<Response>[] = [];
        await eventually(() => {
          asked.push(post(gatewayAt(asked.length % 2), key));
          expect(waiting).toHaveLength(8);
        });
        expect((await post(gatewayAt(1), key)).status).toBe(429);
        release();
        const statuses = (await Promise.all(asked)).map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(2);
        expect((await lost).filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
      });
    });
  });
});
