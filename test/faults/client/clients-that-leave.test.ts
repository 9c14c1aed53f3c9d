import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { type TestAccount } from '../../support/gateways/test-gateway.ts';
import { eventually } from '../../support/eventually.ts';
import { openRaw, postBytes, type RawConnection } from '../../support/clients/raw-connection.ts';
import { cutAndRepeat } from './cut-judged-requests.ts';
import { slowIt } from '../../support/whole-run.ts';

/** Holds back replies; released when the test ends. */
let held: PromiseWithResolvers<void>;
let reply: (call: SandboxCall) => SandboxReply | Promise<SandboxReply>;
/** 1,000 tokens in and 100 out. */
const usage = { inputTokens: 1_000, outputTokens: 100 };
/** Of gpt-4o, at 2.50 and 10.00 USD per million. */
const GPT_4O = 350_000;

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
beforeEach(() => (held = Promise.withResolvers()));
afterEach(() => held.resolve());

const calls = (): number => gateway.upstream.requests().length;

async function begin(
  { key }: TestAccount,
  body: object,
  fields: readonly string[] = [],
): Promise<RawConnection> {
  gateway.upstream.clear();
  const connection = await openRaw(gateway.url);
  connection.send(postBytes({ key, body: JSON.stringify(body), fields }));
  return connection;
}

/** Requests whose client left, counted in the log. */
const gone = (): number => gateway.logs().split('"status":499').length - 1;

/** The account's charge, once it has no hold left. */
async function charged({ balance }: TestAccount): Promise<number> {
  return eventually(async () => {
    const { posted, reserved } = await balance();
    expect([reserved, posted < 1_000_000_000]).toEqual([0, true]);
    return 1_000_000_000 - posted;
  });
}

it.each<[string, (connection: RawConnection) => void]>([
  ['half-closes', ({ socket }) => socket.end()],
  ['resets', ({ socket }) => socket.resetAndDestroy()],
])(
  '75 a client that %s while models run pays for the calls that were sent, and no others start',
  async (_name, leave) => {
    const account = await gateway.account(1_000);
    reply = async ({ model }) => {
      await held.promise;
      return model === 'gpt-4o' ? { content: 'late', usage } : { status: 503 };
    };
    const connection = await begin(account, { prompt: 'hi', models: ['gpt-4o', 'grok-4.3'] });
    await eventually(() => expect(calls()).toBe(2));
    const before = gone();
    leave(connection);
    await eventually(() => expect(gone()).toBe(before + 1));
    held.resolve();
    expect(await charged(account)).toBe(GPT_4O);
    // The failed model would have been tried again.
    expect(calls()).toBe(2);
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  },
);

it.each(['application/json', 'text/event-stream'])(
  '75 a client that resets while judges run (%s) pays for the calls under way, and no verdict is asked for again',
  async (accept) => {
    const account = await gateway.account(1_000);
    reply = async ({ user }) => {
      if (!user.includes('<<<FIRST ')) return { content: 'an answer', usage };
      await held.promise;
      return { content: 'I like both.', usage };
    };
    const body = { prompt: 'hi', models: ['gpt-4o', 'gpt-4o'], judges: ['gpt-4o'] };
    const connection = await begin(account, body, [`Accept: ${accept}`]);
    await eventually(() => expect(calls()).toBe(4));
    const before = gone();
    connection.socket.resetAndDestroy();
    await eventually(() => expect(gone()).toBe(before + 1));
    held.resolve();
    expect(await charged(account)).toBe(4 * GPT_4O);
    expect(calls()).toBe(4);
  },
);

slowIt(
  '75 a client that resets while its answer is sent is charged, and finds the answer in the record',
  async () => {
    const account = await gateway.account(1_000);
    // More than is written at once.
    reply = () => ({ content: 'x'.repeat(2_500_000), usage });
    const connection = await begin(account, { prompt: 'hi', models: ['gpt-4o'] });
    connection.socket.once('data', () => connection.socket.resetAndDestroy());
    await connection.closed();
    expect(await charged(account)).toBe(GPT_4O);
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  },
);

it('75 a judged request under a key runs to its end when its client is cut off, and is repeated complete', () =>
  cutAndRepeat(10));

it('75 a request under a key whose client left is in flight until it ends, and DELETE still cancels it', async () => {
  const account = await gateway.account(1_000, { requestsInFlight: 2 });
  reply = async ({ user }) => {
    if (user.includes('<<<FIRST ')) return { content: 'no judge is asked any more', usage };
    await held.promise;
    return { content: 'an answer', usage };
  };
  const body = { prompt: 'hi', models: ['gpt-4o', 'gpt-4o'], judges: ['gpt-4o'] };
  for (const left of ['one', 'other']) {
    const connection = await begin(account, body, [`Idempotency-Key: ${left}`]);
    await eventually(() => expect(calls()).toBe(2));
    const before = gone();
    connection.socket.resetAndDestroy();
    await eventually(() => expect(gone()).toBe(before + 1));
    const again = await gateway.post(account.key, body, { 'idempotency-key': left });
    if (left === 'other')
      expect([again.status, again.body.errors?.[0].code]).toEqual([429, 'requests_in_flight']);
    else {
      expect(again.status).toBe(409);
      const id = again.headers.get('x-prompt-log-id');
      const cancelled = await gateway.send(account.key, `/api/v1/prompts/${id}`, { method: 'DELETE' });
      expect(cancelled.status).toBe(202);
    }
  }
  held.resolve();
  // Four answers, and the judge of the request that was not cancelled: each of its two runs is asked once more.
  await eventually(async () => expect((await account.balance()).reserved).toBe(0));
  expect(1_000_000_000 - (await account.balance()).posted).toBe(8 * GPT_4O);
});
