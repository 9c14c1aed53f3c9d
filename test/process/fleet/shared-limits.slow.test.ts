import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import type { GatewayProcess } from '../../support/gateways/run-gateway.ts';
import { describeRedis } from '../../support/servers/describe-redis.ts';
import type { SandboxReply } from '../../../core/sandbox/upstream.ts';
import { withinOneMinute } from '../../support/within-one-minute.ts';
import { postPrompt, type PromptReply } from '../post-prompt.ts';
import { startSharedScene, type SharedScene } from './shared-scene.ts';
import { eventually } from '../../support/eventually.ts';

const PROMPT = { prompt: 'hi', models: ['ministral-3b-2512'] };
const ANSWER: SandboxReply = { content: 'at last', usage: { inputTokens: 10, outputTokens: 10 } };
const GATEWAYS = 3;

await describePostgres('Limits of gateways that share a PostgreSQL', (administrator) => {
  describeRedis('and a Redis', () => {
    let scene: SharedScene;
    let gateways: GatewayProcess[];
    /** Upstream calls that wait for the test. */
    let isHeld = false;
    let waiting: ((reply: SandboxReply) => void)[] = [];

    beforeAll(async () => {
      scene = await startSharedScene(administrator, {
        reply: () => {
          if (!isHeld) return ANSWER;
          const { promise, resolve } = Promise.withResolvers<SandboxReply>();
          waiting.push(resolve);
          return promise;
        },
      });
      // The first one prepares the database.
      gateways = [await scene.start()];
      gateways.push(...(await Promise.all([scene.start(), scene.start()])));
    });
    afterEach(release);
    afterAll(() => scene.stop());

    function release(): void {
      isHeld = false;
      for (const answer of waiting.splice(0)) answer(ANSWER);
    }

    const post = ({ url }: GatewayProcess, key: string): Promise<PromptReply> => postPrompt(url, key, PROMPT);

    /** One after the other to each of the gateways. */
    const burst = (requests: number, key: string): readonly Promise<PromptReply>[] =>
      Array.from({ length: requests }, (_, index) => post(gatewayAt(index), key));
    const gatewayAt = (index: number): GatewayProcess => {
      const gateway = gateways[index % GATEWAYS];
      if (gateway === undefined) throw new Error('no gateway was started');
      return gateway;
    };

    it('let exactly N of 10 N concurrent requests through in a minute', async () => {
      const { key } = await scene.customer(1_000, { requestsPerMinute: 21 });
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
      const { key } = await scene.customer(1_000, { requestsPerMinute: 1_000_000, requestsInFlight: 12 });
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
        const { key } = await scene.customer(1_000, { requestsPerMinute: 1_000_000, requestsInFlight: 6 });
        isHeld = true;
        const lost = Promise.allSettled(burst(6, key));
        await eventually(() => expect(waiting).toHaveLength(6));
        const victim = gatewayAt(2);
        victim.signal('SIGKILL');
        await victim.exited;
        // The lease of its holds ends within seconds. Until then no other request may pass.
        const asked: Promise<PromptReply>[] = [];
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
