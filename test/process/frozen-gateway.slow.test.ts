import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePostgres } from '../ledger/postgres/describe-postgres.ts';
import { describeRedis } from '../support/servers/describe-redis.ts';
import type { SandboxReply } from '../../core/sandbox/upstream.ts';
import { startSharedScene, type SharedScene } from './fleet/shared-scene.ts';
import { postPrompt } from './post-prompt.ts';
import { eventually } from '../support/eventually.ts';

const ANSWER: SandboxReply = { content: 'an answer', usage: { inputTokens: 1_000, outputTokens: 100 } };
/** Micro-credits of the model that answers at once: 1,000 tokens at 2.50 and 100 at 10.00 USD per million. */
const CHARGE = 350_000;
const BODY = JSON.stringify({ prompt: 'hi', models: ['gpt-4o', 'ministral-3b-2512'] });
const GRANTED = 1_000;
/** A lease is 15 seconds, and a frozen gateway is watched for all of it. */
const TIMEOUT_MS = 120_000;

await describePostgres('A gateway frozen for longer than its lease', (administrator) => {
  describeRedis('while it streams', () => {
    let scene: SharedScene;
    const slow = Promise.withResolvers<SandboxReply>();

    beforeAll(async () => {
      scene = await startSharedScene(administrator, {
        reply: (call) => (call.provider === 'mistral' ? slow.promise : ANSWER),
      });
    }, TIMEOUT_MS);
    afterAll(() => scene.stop());

    it(
      'has its caller charged for what had left, by the one that recovers',
      { timeout: TIMEOUT_MS },
      async () => {
        const frozen = await scene.start();
        const { account, key } = await scene.customer(GRANTED);
        const reply = await fetch(`${frozen.url}/api/v1/prompt`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            accept: 'text/event-stream',
            'idempotency-key': 'frozen',
          },
          body: BODY,
        });
        let text = '';
        const reading = (async () => {
          for await (const chunk of reply.body ?? []) text += Buffer.from(chunk).toString();
        })().catch(() => {});
        await eventually(() => expect(text).toContain('event: result'));
        frozen.signal('SIGSTOP');
        const living = await scene.start();
        await eventually(async () => expect((await scene.books(account)).reserved).toBe(0));
        const charged = { posted: GRANTED * 1e6 - CHARGE, reserved: 0, charges: [CHARGE], problems: [] };
        expect(await scene.books(account)).toEqual(charged);
        const again = await postPrompt(living.url, key, BODY, { 'idempotency-key': 'frozen' });
        expect([again.status, again.body]).toMatchObject([409, { creditsUsed: CHARGE / 1e6 }]);

        frozen.signal('SIGCONT');
        slow.resolve(ANSWER);
        await reading;
        expect(text).not.toContain('event: done');
        expect(await scene.books(account)).toEqual(charged);
      },
    );
  });
});
