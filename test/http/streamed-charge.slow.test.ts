import { statSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LedgerError } from '../../core/ledger/ledger-error.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { changedLedger } from '../support/gateways/changed-ledger.ts';
import { gatewayOfFile, gatewayOfTest } from '../support/gateways/gateway-of-file.ts';
import type { TestGateway, TestReply } from '../support/gateways/test-gateway.ts';
import { eventually } from '../support/eventually.ts';

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
const BODY = { prompt: 'hi', models: ['gpt-4o', 'ministral-3b-2512'] };
/** Micro-credits: 1,000 tokens in and 100 out of each. */
const CHARGE = 350_000 + 11_000;
const GRANTED = 1_000_000_000;

let reply: (call: SandboxCall) => SandboxReply;
/** Stand in for what the ledger does. */
let changes: Partial<Ledger>;
/** The ledger behind them. */
let real: Ledger;

const gateway = gatewayOfFile({
  sandbox: { reply: (call) => reply(call) },
  aroundLedger(ledger) {
    real = ledger;
    return changedLedger(ledger, {
      deliver: (...asked) => (changes.deliver ?? ledger.deliver)(...asked),
      settle: (...asked) => (changes.settle ?? ledger.settle)(...asked),
      void: (...asked) => (changes.void ?? ledger.void)(...asked),
      keepTexts: (...asked) => (changes.keepTexts ?? ledger.keepTexts)(...asked),
    });
  },
});
beforeEach(() => {
  reply = () => ({ content: 'an answer', usage: USAGE });
  changes = {};
  gateway.upstream.clear();
});

const unavailable = () => Promise.reject(new LedgerError('unavailable', 'made to fail'));

function openStream(key: string): Promise<Response> {
  return fetch(`${gateway.url}/api/v1/prompt`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify(BODY),
  });
}
const stream = (key: string): Promise<TestReply> => gateway.post(key, BODY, { accept: 'text/event-stream' });

const allEventsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name ?? '');
/** How many deltas there are depends on how fast the answer comes. */
const eventsIn = (text: string): readonly string[] => allEventsIn(text).filter((name) => name !== 'delta');

describe('a streamed answer', () => {
  it('waits for its cost to be durable: no result leaves before it, and no model waits for it', async () => {
    const gate = Promise.withResolvers<void>();
    changes = {
      async deliver(delivery) {
        await gate.promise;
        await real.deliver(delivery);
      },
    };
    const { key, balance } = await gateway.account(1_000);
    const reply = await openStream(key);
    let text = '';
    const reading = (async () => {
      for await (const chunk of reply.body ?? []) text += Buffer.from(chunk).toString();
    })();
    await eventually(() => expect(gateway.upstream.requests()).toHaveLength(2));
    // Another request completes meanwhile, so there was enough time for an event.
    const other = await gateway.account(1_000);
    expect((await gateway.post(other.key, BODY)).status).toBe(200);
    expect(allEventsIn(text)).toEqual(['started']);
    gate.resolve();
    await reading;
    expect(eventsIn(text)).toEqual(['started', 'result', 'result', 'done']);
    expect(await balance()).toEqual({ posted: GRANTED - CHARGE, reserved: 0 });
  });

  it('whose charge fails after its results left is charged in the end, three of three', async () => {
    let isFull = true;
    const voids: string[] = [];
    changes = {
      settle: (settlement) => (isFull ? unavailable() : real.settle(settlement)),
      void(requestId) {
        voids.push(requestId);
        return real.void(requestId);
      },
    };
    const accounts = [];
    for (let index = 0; index < 3; index += 1) accounts.push(await gateway.account(1_000));
    for (const { text } of await Promise.all(accounts.map(({ key }) => stream(key)))) {
      expect(eventsIn(text)).toEqual(['started', 'result', 'result', 'error']);
      expect(text).toContain('urn:assay:problem:unavailable');
    }
    for (const { balance } of accounts) {
      const { posted, reserved } = await balance();
      expect(posted).toBe(GRANTED);
      expect(reserved).toBeGreaterThanOrEqual(CHARGE);
    }
    isFull = false;
    for (const { balance } of accounts)
      await eventually(async () =>
        expect(await balance()).toEqual({ posted: GRANTED - CHARGE, reserved: 0 }),
      );
    expect(voids).toEqual([]);
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('tells a client that reads late of the fault too, behind what waits for it', async () => {
    changes = { settle: unavailable };
    reply = () => ({ content: 'x'.repeat(2_500_000), usage: USAGE });
    const { key } = await gateway.account(1_000);
    const failures = (): number => gateway.logs().split('request failed').length;
    const before = failures();
    const late = await openStream(key);
    await eventually(() => expect(failures()).toBeGreaterThan(before));
    const events = eventsIn(await late.text());
    expect(events).toEqual(['started', 'result', 'result', 'error']);
  });

  it('is whole where the ledger takes the charge but never the mark: its results leave once it is paid', async () => {
    changes = { deliver: unavailable };
    const { key, balance } = await gateway.account(1_000);
    const { text } = await stream(key);
    expect(eventsIn(text)).toEqual(['started', 'result', 'result', 'done']);
    expect(await balance()).toEqual({ posted: GRANTED - CHARGE, reserved: 0 });
  });

  it('whose stream cannot be opened after the hold gives the hold back', async () => {
    const { key, balance } = await gateway.account(1_000);
    const opening = vi.spyOn(ServerResponse.prototype, 'flushHeaders').mockImplementationOnce(() => {
      throw new Error('made to fail');
    });
    expect((await stream(key)).status).toBe(500);
    expect(opening).toHaveBeenCalledOnce();
    opening.mockRestore();
    expect(await balance()).toEqual({ posted: GRANTED, reserved: 0 });
    expect(gateway.upstream.requests()).toEqual([]);
  });

  it('of which nothing left, whose charge fails, costs nothing', async () => {
    changes = { deliver: unavailable, settle: unavailable };
    const { key, balance } = await gateway.account(1_000);
    const { text } = await stream(key);
    expect(eventsIn(text)).toEqual(['started', 'error']);
    expect(await balance()).toEqual({ posted: GRANTED, reserved: 0 });
  });

  it('that was delivering when its gateway went is charged what is known by the next', async () => {
    const settling = Promise.withResolvers<void>();
    let isFirst = true;
    changes = {
      async settle(settlement) {
        if (!isFirst) return real.settle(settlement);
        settling.resolve();
        throw new LedgerError('closed', 'made to fail for good');
      },
    };
    const { key, balance } = await gateway.account(1_000);
    const { text } = await stream(key);
    await settling.promise;
    expect(eventsIn(text)).toEqual(['started', 'result', 'result', 'error']);
    isFirst = false;
    await gateway.restart();
    expect(await balance()).toEqual({ posted: GRANTED - CHARGE, reserved: 0 });
  });
});

describe('a plain answer', () => {
  it('whose charge fails once is charged at once by a second try', async () => {
    let failures = 1;
    changes = {
      settle(settlement) {
        failures -= 1;
        return failures >= 0 ? unavailable() : real.settle(settlement);
      },
    };
    const { key, balance } = await gateway.account(1_000);
    expect((await gateway.post(key, BODY)).status).toBe(200);
    expect(await balance()).toEqual({ posted: GRANTED - CHARGE, reserved: 0 });
  });

  it('whose charge fails is a 503, and the hold is given back', async () => {
    changes = { settle: unavailable };
    const { key, balance } = await gateway.account(1_000);
    expect((await gateway.post(key, BODY)).status).toBe(503);
    expect(await balance()).toEqual({ posted: GRANTED, reserved: 0 });
  });
});

describe('the texts of requests', () => {
  const isKept = async (key: string, { body }: TestReply, at: TestGateway = gateway): Promise<boolean> =>
    (await at.get(key, `/api/v1/prompts/${body.promptLogId}`)).body.request !== null;

  it('that no model took are not kept: the database does not grow', async () => {
    const keyless = await gatewayOfTest({ environment: { OPENAI_API_KEY: undefined } });
    const { key } = await keyless.account(1_000);
    const large = { prompt: 'a'.repeat(1_000_000), models: ['gpt-4o'] };
    for (let index = 0; index < 5; index += 1) {
      const { status, body } = await keyless.post(key, large, { 'idempotency-key': `k${index}` });
      expect([status, body.results[0].error.code]).toEqual([200, 'provider_unconfigured']);
    }
    expect(keyless.upstream.requests()).toEqual([]);
    await keyless.post(key, { ...large, prompt: 'last' }, { 'idempotency-key': 'again' });
    const again = await keyless.post(key, { ...large, prompt: 'last' }, { 'idempotency-key': 'again' });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    await keyless.restart();
    expect(await isKept(key, again, keyless)).toBe(false);
    expect(statSync(join(keyless.folder, 'assay.db')).size).toBeLessThan(1_000_000);
  });

  it('that every model failed to answer are not kept, and such a request is replayed all the same', async () => {
    reply = () => ({ status: 400 });
    const { key, balance } = await gateway.account(1_000);
    const large = { prompt: 'a'.repeat(1_000_000), models: ['gpt-4o'] };
    for (let index = 0; index < 5; index += 1) {
      const { body } = await gateway.post(key, large);
      expect([body.results[0].error.code, body.creditsUsed]).toEqual(['rejected', 0]);
    }
    const first = await gateway.post(key, large, { 'idempotency-key': 'again' });
    const again = await gateway.post(key, large, { 'idempotency-key': 'again' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(gateway.upstream.requests()).toHaveLength(6);
    expect(await balance()).toEqual({ posted: GRANTED, reserved: 0 });
    const { body: record } = await gateway.get(key, `/api/v1/prompts/${first.body.promptLogId}`);
    // As a repetition, it is answered from memory.
    expect(record).toMatchObject({ state: 'settled', request: null, response: first.body });
    await gateway.restart();
    expect(await isKept(key, first)).toBe(false);
  });

  it('of which one model answered are kept, those of the models that failed too', async () => {
    reply = ({ provider }) =>
      provider === 'mistral' ? { status: 400 } : { content: 'an answer', usage: USAGE };
    const { key } = await gateway.account(1_000);
    const answered = await gateway.post(key, BODY);
    expect(answered.body.creditsUsed).toBe(0.35);
    await gateway.restart();
    expect(await isKept(key, answered)).toBe(true);
  });

  it('that are slow to store hold an answer under an idempotency key for a bounded time only', async () => {
    const gate = Promise.withResolvers<void>();
    changes = {
      async keepTexts(texts) {
        await gate.promise;
        return await real.keepTexts(texts);
      },
    };
    const { key, balance } = await gateway.account(1_000);
    const first = await gateway.post(key, BODY, { 'idempotency-key': 'slow' });
    const again = await gateway.post(key, BODY, { 'idempotency-key': 'slow' });
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([
      200,
      200,
      'true',
    ]);
    expect(again.body).toEqual(first.body);
    expect(await balance()).toEqual({ posted: GRANTED - CHARGE, reserved: 0 });
    gate.resolve();
    await gateway.restart();
    expect(await isKept(key, first)).toBe(true);
  });

  it('that the store refuses keep no answer from being charged and given', async () => {
    changes = { keepTexts: unavailable };
    const { key, balance } = await gateway.account(1_000);
    expect(eventsIn((await stream(key)).text)).toEqual(['started', 'result', 'result', 'done']);
    const first = await gateway.post(key, BODY, { 'idempotency-key': 'kept in memory' });
    const second = await gateway.post(key, BODY, { 'idempotency-key': 'kept in memory' });
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([
      200,
      200,
      'true',
    ]);
    expect(await balance()).toEqual({ posted: GRANTED - 2 * CHARGE, reserved: 0 });
    await gateway.restart();
    expect(await isKept(key, first)).toBe(false);
  });
});
