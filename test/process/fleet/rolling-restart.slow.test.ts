import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { describeRedis } from '../../support/servers/describe-redis.ts';
import { BALANCER_CHECK_MS, startBalancer, type Balancer } from './balancer.ts';
import { startLoad } from '../client-load.ts';
import { startSharedScene, type SharedScene } from './shared-scene.ts';

/** Two models at 0.10 a million both ways: 0.04 cents a request. */
const BODY = { prompt: 'hi', models: ['ministral-3b-2512', 'ministral-3b-2512'] };
const MICRO_CREDITS_EACH = 40_000;
const GRANTED_CREDITS = 100_000;
const DRAINING = { ASSAY_DRAIN_DELAY_MS: String(20 * BALANCER_CHECK_MS) };

await describePostgres('A rolling restart of two gateways', (administrator) => {
  describeRedis('behind a balancer, under load', () => {
    let scene: SharedScene;
    let balancer: Balancer;

    beforeAll(async () => {
      scene = await startSharedScene(administrator, {
        // So that a stop always finds some of them in flight.
        reply: () => ({
          content: 'ok',
          usage: { inputTokens: 1_000, outputTokens: 1_000 },
          delayMs: 100,
        }),
      });
      balancer = await startBalancer();
    });
    afterAll(async () => {
      await balancer.stop();
      await scene.stop();
    });

    it('fails no request and loses no credit', async () => {
      const { account, key } = await scene.customer(GRANTED_CREDITS);
      const gateways = await Promise.all([scene.start(DRAINING), scene.start(DRAINING)]);
      for (const gateway of gateways) await balancer.add(gateway);
      const load = startLoad({ url: balancer.url, key, body: BODY, clients: 12, keepsConnections: true });
      await load.more(50);

      for (const old of gateways) {
        expect(await old.stop()).toEqual({ code: 0, signal: null });
        const next = await scene.start(DRAINING);
        await balancer.add(next);
        // The next may go only when this one carries its part.
        while ((balancer.passed.get(next.url) ?? 0) < 20) await load.more(1);
      }
      await load.more(50);
      await load.stop();

      expect(balancer.failures).toEqual([]);
      expect(load.answers.filter(({ status }) => status !== 200)).toEqual([]);
      const credits = new Set(load.answers.map(({ creditsUsed }) => creditsUsed));
      expect(credits).toEqual(new Set([MICRO_CREDITS_EACH / 1e6]));
      const { posted, reserved, charges, problems } = await scene.books(account);
      expect(charges).toHaveLength(load.answers.length);
      expect(GRANTED_CREDITS * 1e6 - posted).toBe(load.answers.length * MICRO_CREDITS_EACH);
      expect([reserved, problems]).toEqual([0, []]);
    });
  });
});
