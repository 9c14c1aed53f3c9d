import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Environment } from '../../../core/config.ts';
import { openRaw, postBytes } from '../../support/clients/raw-connection.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestGateway } from '../../support/gateways/test-gateway.ts';
import { verdictText } from '../../support/samples/verdict-text.ts';

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
const BODY = {
  prompt: 'hi',
  models: ['gpt-4o', 'ministral-3b-2512', 'nova-lite'],
  judges: ['gpt-4o', 'gemini-2.5-flash'],
};
/** Three answers, then two judges on three pairs in both orders. */
const CALLS = 15;
/** Before the first of them, and after each. */
export const MOMENTS = CALLS + 1;
const VERDICT = verdictText('first');
/** In which form the client waits for its answer. */
const FORMS = ['Accept: application/json', 'Accept: text/event-stream', 'Prefer: respond-async'];

/**
 * Cuts the connections of judged requests under a key, each after one call more has begun, and repeats each request:
 * all of it has run, once.
 */
export async function cutAndRepeat(cuts: number, environment: Environment = {}): Promise<void> {
  let onCall = (): void => {};
  const gateway = await startTestGateway({
    environment,
    sandbox: {
      async reply({ user }) {
        onCall();
        // Calls end one by one, so that others begin after the cut.
        await new Promise((resolve) => setImmediate(resolve));
        return { content: user.includes('<<<FIRST ') ? VERDICT : 'an answer', usage: USAGE };
      },
    },
  });
  try {
    const account = await gateway.account(1_000_000);
    let creditsUsed = 0;
    for (let cut = 0; cut < cuts; cut += 1) {
      const moment = cut % MOMENTS;
      const key = randomUUID();
      const connection = await openRaw(gateway.url);
      let begun = 0;
      onCall = () => {
        begun += 1;
        if (begun === moment) connection.socket.resetAndDestroy();
      };
      const fields = [`Idempotency-Key: ${key}`, FORMS[cut % FORMS.length] ?? ''];
      connection.send(postBytes({ key: account.key, body: JSON.stringify(BODY), fields }));
      // As it reads the request, or before.
      if (moment === 0) setImmediate(() => connection.socket.resetAndDestroy());
      await connection.closed();
      const { body } = await eventually(async () => {
        const again = await gateway.post(account.key, BODY, { 'idempotency-key': key });
        expect(again.status).toBe(200);
        return again;
      });
      creditsUsed += body.creditsUsed;
      const told = `cut after ${moment} calls`;
      expect(statusesOf(body.results), told).toEqual(statuses(3));
      expect(statusesOf(body.evaluations), told).toEqual(statuses(6));
      const runs = body.evaluations.flatMap((one: { readonly runs: readonly object[] }) => one.runs);
      expect(statusesOf(runs), told).toEqual(statuses(12));
      const ranked: readonly { readonly winRate: number | null }[] = body.ranking;
      expect(ranked.map(({ winRate }) => winRate !== null)).toEqual([true, true, true]);
    }
    const { posted, reserved } = await account.balance();
    expect(reserved).toBe(0);
    expect(1_000_000_000_000 - posted).toBe(Math.round(creditsUsed * 1e6));
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  } finally {
    await gateway.stop();
  }
}

function statusesOf(ran: readonly unknown[]): readonly unknown[] {
  return ran.map((one) => (typeof one === 'object' && one !== null && 'status' in one ? one.status : one));
}

const statuses = (count: number): readonly string[] => Array.from({ length: count }, () => 'completed');
