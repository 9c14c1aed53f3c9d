import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, it, onTestFinished } from 'vitest';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';

const gateway = gatewayOfFile();
const REQUESTS = 10;
const ENTRIES = 64;
/** The first requests are slower, so that their holds are written one by one. */
const ROUNDS = 3;

/** Counts the calls that undici gets until the next turn of the event loop. */
function countCalls(): { readonly mostInTurn: () => number } {
  let [inTurn, most] = [0, 0];
  const count = (): void => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    most = Math.max(most, inTurn);
  };
  subscribe('undici:request:create', count);
  onTestFinished(() => void unsubscribe('undici:request:create', count));
  return { mostInTurn: () => most };
}

it('wide requests whose holds are written together begin their calls in several turns', async () => {
  const { key } = await gateway.account(1_000_000, { requestsInFlight: REQUESTS });
  const calls = countCalls();
  const body = { prompt: 'Hi.', models: Array.from({ length: ENTRIES }, () => 'gpt-5.4') };
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(Array.from({ length: REQUESTS }, () => gateway.post(key, body)));
    for (const { status } of answers) expect(status).toBe(200);
  }
  expect(calls.mostInTurn()).toBeGreaterThanOrEqual(ENTRIES);
  expect(calls.mostInTurn()).toBeLessThan(3 * ENTRIES);
});
