import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { gatewayOfFile, gatewayOfTest } from '../../support/gateways/gateway-of-file.ts';
import type { TestAccount } from '../../support/gateways/test-gateway.ts';
import { asyncClient, type AsyncClient } from './async-client.ts';
import { namesOf, textOf, wholeEvents } from './event-reader.ts';
import { FINE, holdUpstream, USAGE } from './held-upstream.ts';

const TWO = { prompt: 'hi', models: ['gpt-4o', 'ministral-3b-2512'] };
const ONE = { prompt: 'hi', models: ['gpt-4o'] };
/** Micro-credits: 1,000 tokens in and 100 out of each. */
const CHARGE = 350_000 + 11_000;
const GRANTED = 1_000_000_000;
const VERDICT = { content: '{"reasoning":"r","verdict":"first","confidence":1}', usage: USAGE };

let account: TestAccount;
let client: AsyncClient;
let clockMs = 0;
const upstream = holdUpstream();
const gateway = gatewayOfFile({ sandbox: upstream.sandbox, now: () => clockMs });

beforeEach(async () => {
  gateway.upstream.clear();
  account = await gateway.account(1_000, { requestsInFlight: 3 });
  client = asyncClient(gateway.url, account.key);
});
afterEach(async () => {
  upstream.letAll();
  // What still runs would ask the upstream in the midst of the next test.
  await eventually(async () => {
    const accounts = await gateway.admin((ledger) => ledger.listAccounts());
    expect(accounts.filter(({ heldMicroCredits }) => heldMicroCredits !== 0)).toEqual([]);
  });
  upstream.reset();
});

async function settled(promptLogId: string): Promise<void> {
  await eventually(async () => expect((await client.record(promptLogId)).body.state).toBe('settled'));
}

describe('a request that prefers an asynchronous answer', () => {
  it('is accepted once its hold is stored, and runs without its connection', async () => {
    const { status, headers, body } = await client.submit(TWO, { prefer: 'wait=5, Respond-Async' });
    expect([status, headers.get('preference-applied')]).toEqual([202, 'respond-async']);
    expect(headers.get('location')).toBe(`/api/v1/prompts/${body.promptLogId}`);
    expect(headers.get('x-prompt-log-id')).toBe(body.promptLogId);
    expect(body).toEqual({
      promptLogId: expect.any(String),
      state: 'running',
      creditsHeld: expect.any(Number),
    });
    expect((await account.balance()).reserved).toBe(Math.round(body.creditsHeld * 1e6));
    for (const model of TWO.models) upstream.let(model);
    await settled(body.promptLogId);
    const { body: record } = await client.record(body.promptLogId);
    expect(record).toMatchObject({ request: TWO, response: { promptLogId: body.promptLogId } });
    expect(record.response.results.map(({ output }: { output: string }) => output)).toEqual(['fine', 'fine']);
    expect(await account.balance()).toEqual({ posted: GRANTED - CHARGE, reserved: 0 });
  });

  it.each(['wait=100', 'x="a, respond-async"', 'respond-asynchronously', ''])(
    'is not one with Prefer: %s',
    async (prefer) => {
      upstream.let('gpt-4o');
      expect((await client.submit(ONE, { prefer })).status).toBe(200);
    },
  );

  it('shows what is there so far, in its record', async () => {
    const id = await client.start(TWO);
    const before = await client.record(id);
    expect(before.body).toMatchObject({
      state: 'running',
      finishedAt: null,
      calls: [],
      request: null,
      response: null,
      partialResponse: { results: [], evaluations: [] },
    });
    upstream.let('ministral-3b-2512');
    await eventually(async () => {
      const { body } = await client.record(id);
      expect(body.partialResponse.results).toMatchObject([{ index: 1, result: { output: 'fine' } }]);
      // A sent event is durable, so the ledger has its cost.
      expect(body.calls).toMatchObject([{ index: 1, credits: 0.011 }]);
    });
    upstream.let('gpt-4o');
    await settled(id);
    const { body } = await client.record(id);
    expect(body).not.toHaveProperty('partialResponse');
    expect(body.creditsUsed).toBe(0.361);
  });

  it('counts as in flight until it ends, and keeps nobody from following or cancelling it', async () => {
    const ids = [await client.start(ONE), await client.start(ONE), await client.start(ONE)];
    expect((await client.submit(ONE)).status).toBe(429);
    expect((await gateway.post(account.key, ONE)).status).toBe(429);
    expect((await client.record(ids[0] ?? '')).status).toBe(200);
    expect((await client.cancel(ids[1] ?? '')).status).toBe(202);
    upstream.let('gpt-4o');
    for (const id of ids) await settled(id);
    await eventually(async () => expect((await client.submit(ONE)).status).toBe(202));
  });

  it('is refused like any other before its hold', async () => {
    expect((await client.submit({ ...ONE, models: ['gpt-99'] })).status).toBe(400);
    const poor = asyncClient(gateway.url, (await gateway.account(0.01)).key);
    expect((await poor.submit(ONE)).status).toBe(402);
  });

  it('under an idempotency key runs once, and is found under it while it runs and afterwards', async () => {
    const key = { 'idempotency-key': 'once' };
    const id = await client.start(ONE, key);
    const again = await client.submit(ONE, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(again.headers.get('location')).toBe(`/api/v1/prompts/${id}`);
    expect(again.body).toMatchObject({ promptLogId: id, state: 'running' });
    const plain = await gateway.post(account.key, ONE, key);
    expect([plain.status, plain.headers.get('x-prompt-log-id')]).toEqual([409, id]);
    expect((await client.submit(TWO, key)).status).toBe(422);
    upstream.let('gpt-4o');
    await settled(id);
    const later = await client.submit(ONE, key);
    expect([later.status, later.body]).toMatchObject([202, { promptLogId: id, state: 'settled' }]);
    expect(later.headers.get('location')).toBe(`/api/v1/prompts/${id}`);
    expect((await gateway.post(account.key, ONE, key)).body.promptLogId).toBe(id);
    expect(gateway.upstream.requests()).toHaveLength(1);
  });

  it('that fails is voided: the follower is told, and the record says so', async () => {
    // Two bills whose sum no 64-bit float holds exactly: adding them up is the fault.
    const bill = { content: 'x', usage: { inputTokens: 5e7, outputTokens: 1e8 } };
    const strained = await gatewayOfTest({
      sandbox: { reply: () => bill },
      environment: { ASSAY_CREDITS_PER_USD: '1000000' },
    });
    const { key } = await strained.account(1_000_000);
    const body = { prompt: 'hi', models: ['o3-pro', 'o3-pro'], generation_settings: { maxTokens: 100 } };
    const asking = asyncClient(strained.url, key);
    const id = await asking.start(body);
    await eventually(async () => expect((await asking.record(id)).body.state).toBe('voided'));
    const reader = await asking.follow(id);
    expect(reader.status).toBe(409);
    expect(JSON.parse(await reader.ended)).toMatchObject({
      type: 'urn:assay:problem:request-voided',
      promptLogId: id,
    });
    expect((await asking.cancel(id)).status).toBe(204);
  });
});

describe('following a request', () => {
  it('gives its events from the beginning and as they come, to each reader, until it ends', async () => {
    const id = await client.start(TWO);
    const readers = [await client.follow(id), await client.follow(id)];
    upstream.let('gpt-4o');
    await eventually(() => expect(namesOf(readers[0]?.events ?? [])).toEqual(['started', 'result']));
    readers.push(await client.follow(id));
    upstream.let('ministral-3b-2512');
    for (const { ended, events, status, headers } of readers) {
      await ended;
      expect([status, headers.get('x-prompt-log-id')]).toEqual([200, id]);
      expect(namesOf(events)).toEqual(['started', 'result', 'result', 'done']);
      expect(wholeEvents(events)).toEqual(wholeEvents(readers[0]?.events ?? []));
      expect(textOf(events, 1)).toBe('fine');
    }
    expect((await client.record(id)).body.response).toEqual(readers[0]?.events.at(-1)?.data);
  });

  it('goes on exactly after the last event, while it runs', async () => {
    const id = await client.start(TWO);
    const first = await client.follow(id);
    upstream.let('gpt-4o');
    await eventually(() => expect(namesOf(first.events)).toHaveLength(2));
    first.leave();
    const second = await client.follow(id, first.events.at(-1)?.id);
    const third = await client.follow(id);
    upstream.let('ministral-3b-2512');
    await Promise.all([second.ended, third.ended]);
    expect(namesOf(second.events)).toEqual(['result', 'done']);
    expect(wholeEvents(second.events)[0]?.data.index).toBe(1);
    expect(namesOf(third.events)).toEqual(['started', 'result', 'result', 'done']);
  });

  it('tells again how one ended: its results, its evaluations, and the whole', async () => {
    for (const model of TWO.models) upstream.let(model, { ...FINE, content: 'a "quoted" {[answer]}, ünï' });
    upstream.let('gemini-2.5-flash', VERDICT);
    const id = await client.start({ ...TWO, judges: ['gemini-2.5-flash'] });
    await settled(id);
    const reader = await client.follow(id);
    await reader.ended;
    const { response } = (await client.record(id)).body;
    expect(namesOf(reader.events)).toEqual(['result', 'result', 'evaluation', 'done']);
    expect(reader.events.map(({ data }) => data)).toEqual([
      ...response.results.map((result: unknown, index: number) => ({ index, result })),
      ...response.evaluations,
      response,
    ]);
    const rest = await client.follow(id, reader.events[0]?.id);
    await rest.ended;
    expect(rest.events.map(({ data }) => data)).toEqual([response]);
  });

  it('works for a request with an event stream, and waits for the end of a plain one', async () => {
    const streamed = client.submit(ONE, { prefer: '', accept: 'text/event-stream' }).catch(() => undefined);
    await eventually(() => expect(upstream.waiting('gpt-4o')).toBe(1));
    const plain = gateway.post(account.key, ONE);
    await eventually(() => expect(upstream.waiting('gpt-4o')).toBe(2));
    const list = await openRequests();
    const [followed, waited] = await Promise.all(list.map((id) => client.follow(id)));
    expect((await client.record(list[0] ?? '')).body.state).toBe('running');
    expect((await client.record(list[1] ?? '')).body).toMatchObject({ state: 'reserved', calls: [] });
    await eventually(() => expect(namesOf(followed?.events ?? [])).toEqual(['started']));
    upstream.let('gpt-4o');
    await Promise.all([streamed, plain, followed?.ended, waited?.ended]);
    expect(namesOf(followed?.events ?? [])).toEqual(['started', 'result', 'done']);
    expect(namesOf(waited?.events ?? [])).toEqual(['result', 'done']);
  });

  it('is for the own account alone', async () => {
    const id = await client.start(ONE);
    const other = asyncClient(gateway.url, (await gateway.account(1)).key);
    const statuses = [
      (await other.record(id)).status,
      (await other.cancel(id)).status,
      (await other.follow(id)).status,
    ];
    expect(statuses).toEqual([404, 404, 404]);
    upstream.let('gpt-4o');
    await settled(id);
    expect((await other.follow(id)).status).toBe(404);
  });

  it('has a bound for each request, and one for each key', async () => {
    const many = await gateway.account(1_000, { requestsInFlight: 20 });
    const asking = asyncClient(gateway.url, many.key);
    const id = await asking.start(ONE);
    const readers = await Promise.all(Array.from({ length: 17 }, () => asking.follow(id)));
    expect(readers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(16).fill(200),
      429,
    ]);
    const refused = readers.find(({ status }) => status === 429);
    expect(JSON.parse((await refused?.ended) ?? '')).toMatchObject({
      errors: [{ pointer: '', code: 'readers_of_request' }],
      limit: 16,
    });
    for (const reader of readers) reader.leave();
    await eventually(async () => expect((await asking.follow(id)).status).toBe(200));
  });

  it('can be cancelled however many readers its key has, which are told of the limit', async () => {
    const id = await client.start(ONE);
    const readers = await Promise.all([client.follow(id), client.follow(id), client.follow(id)]);
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { status, body } = await client.record(id);
    expect([status, body.limit, body.windowSeconds]).toEqual([429, 3, undefined]);
    expect(body.errors).toEqual([{ pointer: '', code: 'records_open', message: expect.any(String) }]);
    expect((await client.cancel(id)).status).toBe(202);
    for (const reader of readers) reader.leave();
  });

  it('is told anew after an empty ID, and not at all after one that no gateway writes', async () => {
    const id = await client.start(ONE);
    const strange = await client.follow(id, 'my-own-id');
    expect(strange.status).toBe(400);
    expect(JSON.parse(await strange.ended).errors).toMatchObject([{ pointer: '', code: 'last_event_id' }]);
    expect((await client.follow(id, '')).status).toBe(200);
    upstream.let('gpt-4o');
    await settled(id);
    expect((await client.follow(id, '1 ')).status).toBe(200);
    expect((await client.follow(id, '1;')).status).toBe(400);
  });
});

describe('cancelling a request', () => {
  it('stops what has not begun and charges what has', async () => {
    const id = await client.start({ ...TWO, judges: ['gemini-2.5-flash'] });
    await eventually(() =>
      expect([upstream.waiting('gpt-4o'), upstream.waiting('ministral-3b-2512')]).toEqual([1, 1]),
    );
    const { status, body } = await client.cancel(id);
    expect([status, body]).toEqual([
      202,
      { promptLogId: id, state: 'running', creditsHeld: expect.any(Number) },
    ]);
    expect((await client.cancel(id)).status).toBe(202);
    for (const model of TWO.models) upstream.let(model);
    await settled(id);
    const { response, creditsUsed } = (await client.record(id)).body;
    expect(response.results.map(({ status: each }: { status: string }) => each)).toEqual([
      'completed',
      'completed',
    ]);
    const [{ runs }] = response.evaluations;
    expect(runs.map(({ error }: { error: { code: string } }) => error.code)).toEqual([
      'cancelled',
      'cancelled',
    ]);
    expect(creditsUsed).toBe(0.361);
    expect(gateway.upstream.requests()).toHaveLength(2);
    const ended = await client.cancel(id);
    expect([ended.status, ended.body]).toEqual([204, undefined]);
    expect(await account.balance()).toEqual({ posted: GRANTED - CHARGE, reserved: 0 });
  });

  it('stops a plain request too, whose caller gets what there is', async () => {
    const answer = gateway.post(account.key, { ...TWO, judges: ['gemini-2.5-flash'] });
    await eventually(() => expect(upstream.waiting('gpt-4o')).toBe(1));
    const [id = ''] = await openRequests();
    expect((await client.cancel(id)).status).toBe(202);
    for (const model of TWO.models) upstream.let(model);
    const { status, body } = await answer;
    expect([status, body.evaluations[0].runs[0].error.code]).toEqual([200, 'cancelled']);
  });
});

describe('a request under zero data retention', () => {
  const SECRET = { ...ONE, prompt: 'canary-prompt-7720', zero_data_retention: true };

  it('is fetched from the memory of its gateway for ten minutes', async () => {
    upstream.let('gpt-4o', { ...FINE, content: 'canary-answer-7720' });
    const id = await client.start(SECRET);
    await settled(id);
    const { body } = await client.record(id);
    expect(body).toMatchObject({ zeroDataRetention: true, request: null, response: { promptLogId: id } });
    expect(body.response.results[0].output).toBe('canary-answer-7720');
    const reader = await client.follow(id);
    await reader.ended;
    expect(namesOf(reader.events)).toEqual(['result', 'done']);
    expect(reader.events[1]?.data).toEqual(body.response);
    clockMs += 601_000;
    expect((await client.record(id)).body).toMatchObject({
      state: 'settled',
      response: null,
      calls: [{ credits: 0.35 }],
    });
    const late = await client.follow(id);
    expect(late.status).toBe(409);
    expect(JSON.parse(await late.ended)).toMatchObject({
      type: 'urn:assay:problem:result-not-retained',
      promptLogId: id,
      creditsUsed: 0.35,
    });
  });
});

/** IDs of the account's requests, the oldest first. */
async function openRequests(): Promise<readonly string[]> {
  const { prompts } = (await gateway.get(account.key, '/api/v1/prompts')).body;
  return prompts.map(({ promptLogId }: { promptLogId: string }) => promptLogId).toReversed();
}
