import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import type { GatewayProcess } from '../../support/gateways/run-gateway.ts';
import { describeRedis } from '../../support/servers/describe-redis.ts';
import type { SandboxReply } from '../../../core/sandbox/upstream.ts';
import { postPrompt } from '../post-prompt.ts';
import { startSharedScene, type SharedScene } from './shared-scene.ts';
import { eventually } from '../../support/eventually.ts';

/** 100 tokens at 0.10 and 100 at 0.10 USD per million: less than their holds. */
const ANSWER: SandboxReply = { content: 'ok', usage: { inputTokens: 100, outputTokens: 100 } };
const MICRO_CREDITS_EACH = 2_000;
const BODY = JSON.stringify({ prompt: 'hi', models: ['ministral-3b-2512'] });
const GATEWAYS = 3;
/** Credits, for about two dozen holds. */
const GRANTED = 2;

await describePostgres('Three gateways', (administrator) => {
  describeRedis('on one PostgreSQL and one Redis', () => {
    let scene: SharedScene;
    let gateways: readonly GatewayProcess[];
    /** Upstream calls that wait for the test. */
    let waiting: ((reply: SandboxReply) => void)[] = [];

    beforeAll(async () => {
      scene = await startSharedScene(administrator, {
        reply: () => {
          const { promise, resolve } = Promise.withResolvers<SandboxReply>();
          waiting.push(resolve);
          return promise;
        },
      });
      gateways = await Promise.all(Array.from({ length: GATEWAYS }, () => scene.start()));
    });
    afterEach(release);
    afterAll(() => scene.stop());

    function release(): void {
      for (const answer of waiting.splice(0)) answer(ANSWER);
    }

    const urlAt = (index: number): string => gateways[index % GATEWAYS]?.url ?? '';

    const post = (index: number, key: string, headers: Readonly<Record<string, string>> = {}, body = BODY) =>
      postPrompt(urlAt(index), key, body, headers);

    it('hold of one balance what it covers, and not one request more', async () => {
      const { key } = await scene.customer(1_000);
      const quote = await fetch(`${urlAt(0)}/api/v1/prompt/quote`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: BODY,
      });
      const { creditsRequired } = (await quote.json()) as { readonly creditsRequired: number };
      const covered = Math.floor(GRANTED / creditsRequired);
      expect(covered).toBeGreaterThan(3);
      const poor = await scene.customer(GRANTED);

      const asked = 3 * covered;
      const replies = Array.from({ length: asked }, (_, index) => post(index, poor.key));
      const statuses: number[] = [];
      for (const reply of replies) void reply.then(({ status }) => statuses.push(status));
      await eventually(() => expect([statuses.length, waiting.length]).toEqual([asked - covered, covered]));
      expect(new Set(statuses)).toEqual(new Set([402]));
      release();
      await Promise.all(replies);
      expect(statuses.filter((status) => status === 200)).toHaveLength(covered);
      const { posted, reserved, charges, problems } = await scene.books(poor.account);
      expect(charges).toEqual(Array.from({ length: covered }, () => MICRO_CREDITS_EACH));
      expect([posted, reserved, problems]).toEqual([GRANTED * 1e6 - covered * MICRO_CREDITS_EACH, 0, []]);
    });

    it('run one request of one Idempotency-Key, wherever it comes in, and repeat its answer from each', async () => {
      const { account, key } = await scene.customer(1_000);
      const once = { 'idempotency-key': 'once-among-three' };
      const replies = Array.from({ length: 9 }, (_, index) => post(index, key, once));
      const statuses: number[] = [];
      for (const reply of replies) void reply.then(({ status }) => statuses.push(status));
      await eventually(() => expect([statuses.length, waiting.length]).toEqual([8, 1]));
      expect(new Set(statuses)).toEqual(new Set([409]));
      release();
      const answered = (await Promise.all(replies)).find(({ status }) => status === 200);
      const first = answered?.text;
      for (let index = 0; index < GATEWAYS; index += 1) {
        const again = await post(index, key, once);
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
        expect(again.text).toBe(first);
        const other = await post(index, key, once, BODY.replace('hi', 'ho'));
        expect(other.status).toBe(422);
      }
      expect((await scene.books(account)).charges).toEqual([MICRO_CREDITS_EACH]);

      const promptLogId = answered?.body.promptLogId;
      for (let index = 0; index < GATEWAYS; index += 1) {
        const record = await fetch(`${urlAt(index)}/api/v1/prompts/${promptLogId}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        expect(await record.json()).toMatchObject({ promptLogId, state: 'settled' });
      }
    });
  });
});
