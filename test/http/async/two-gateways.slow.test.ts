import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../../support/gateways/test-gateway.ts';
import { asyncClient, type AsyncClient } from './async-client.ts';
import { namesOf, textOf, wholeEvents } from './event-reader.ts';
import { FINE, holdUpstream, USAGE, type HeldUpstream } from './held-upstream.ts';

const TWO = { prompt: 'hi', models: ['gpt-4o', 'ministral-3b-2512'] };

await describePostgres('Two gateways on one ledger', (administrator) => {
  let database: TemporaryDatabase;
  let upstream: HeldUpstream;
  let runs: TestGateway;
  let other: TestGateway;
  let account: TestAccount;
  /** The client of the gateway that runs its requests. */
  let here: AsyncClient;
  let there: AsyncClient;

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
    const environment = { ASSAY_DATABASE_URL: database.url };
    upstream = holdUpstream();
    runs = await startTestGateway({ sandbox: upstream.sandbox, environment });
    other = await startTestGateway({ environment });
    account = await runs.account(100_000);
    here = asyncClient(runs.url, account.key);
    there = asyncClient(other.url, account.key);
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    upstream.letAll();
    await Promise.all([runs.stop(), other.stop()]);
    await database.drop();
  });

  it('follow a request at each of them, with the same events', async () => {
    const id = await here.start(TWO);
    const readers = [await here.follow(id), await there.follow(id)];
    expect(readers.map(({ status }) => status)).toEqual([200, 200]);
    for (const { events } of readers) await eventually(() => expect(namesOf(events)).toEqual(['started']));
    upstream.let('gpt-4o', { content: 'some “words” of an answer', usage: USAGE });
    for (const { events } of readers)
      await eventually(() => expect(namesOf(events)).toEqual(['started', 'result']));
    expect((await there.record(id)).body).toMatchObject({
      state: 'running',
      calls: [{ index: 0 }],
      response: null,
      partialResponse: { results: [{ index: 0, result: { status: 'completed' } }], evaluations: [] },
    });
    expect((await there.record(id)).body).toEqual((await here.record(id)).body);
    upstream.let('ministral-3b-2512');
    await Promise.all(readers.map(({ ended }) => ended));
    const [one, another] = readers.map(({ events }) => events);
    expect(wholeEvents(another ?? [])).toEqual(wholeEvents(one ?? []));
    expect(namesOf(another ?? [])).toEqual(['started', 'result', 'result', 'done']);
    expect(textOf(another ?? [], 0)).toBe('some “words” of an answer');
    expect((await there.record(id)).body.response).toEqual(another?.at(-1)?.data);
  });

  it('carry answers far longer than one message, whole', async () => {
    const id = await here.start(TWO);
    const content = 'ünï "quoted" \\ {text} '.repeat(40_000);
    const reader = await there.follow(id);
    upstream.let('gpt-4o', { content, usage: USAGE });
    await eventually(() => expect(namesOf(reader.events)).toEqual(['started', 'result']));
    expect(wholeEvents(reader.events)[1]?.data.result.output).toBe(content);
    const { body } = await there.record(id);
    expect(body.partialResponse.results[0].result.output).toBe(content);
    upstream.let('ministral-3b-2512');
    await reader.ended;
    expect(reader.events.at(-1)?.data.results[0].output).toBe(content);
  });

  it('go on after a cut where the other left off, while it runs and when it has ended', async () => {
    const id = await here.start(TWO);
    const first = await here.follow(id);
    upstream.let('gpt-4o');
    await eventually(() => expect(namesOf(first.events)).toEqual(['started', 'result']));
    first.leave();
    const second = await there.follow(id, first.events.at(-1)?.id);
    upstream.let('ministral-3b-2512');
    await second.ended;
    expect(namesOf(second.events)).toEqual(['result', 'done']);
    const third = await there.follow(id, second.events[0]?.id);
    await third.ended;
    expect(third.events.map(({ data }) => data)).toEqual([second.events.at(-1)?.data]);
    const whole = await there.follow(id);
    await whole.ended;
    expect(namesOf(whole.events)).toEqual(['result', 'result', 'done']);
  });

  it('cancel what the other runs', async () => {
    const id = await here.start({ ...TWO, judges: ['gemini-2.5-flash'] });
    await eventually(() => expect(upstream.waiting('gpt-4o')).toBe(1));
    const { status, body } = await there.cancel(id);
    expect([status, body.state]).toEqual([202, 'running']);
    for (const model of TWO.models) upstream.let(model);
    await eventually(async () => expect((await there.record(id)).body.state).toBe('settled'));
    const { response } = (await there.record(id)).body;
    expect(response.evaluations[0].runs[0].error.code).toBe('cancelled');
    expect((await there.cancel(id)).status).toBe(204);
    expect((await here.record(id)).body).toMatchObject({ state: 'settled', response: null });
  });

  it('find a running request under its idempotency key at each of them', async () => {
    const key = { 'idempotency-key': 'anywhere' };
    const id = await here.start(TWO, key);
    const again = await there.submit(TWO, key);
    expect([again.status, again.body.promptLogId]).toEqual([202, id]);
    upstream.letAll();
    await eventually(async () => expect((await there.submit(TWO, key)).body.state).toBe('settled'));
  });

  it('wait for the end of a plain request that the other runs', async () => {
    const plain = runs.post(account.key, TWO);
    const [row] = await eventually(async () => {
      const rows = await database.run('SELECT id FROM open_request');
      expect(rows).toHaveLength(1);
      return rows;
    });
    const id = String(row?.['id']);
    const reader = await there.follow(id);
    expect((await there.record(id)).body.state).toBe('reserved');
    upstream.letAll();
    await Promise.all([plain, reader.ended]);
    expect(namesOf(reader.events)).toEqual(['result', 'result', 'done']);
  });

  describe('under zero data retention', () => {
    const SECRET = { ...TWO, prompt: 'canary-prompt-9921', zero_data_retention: true };

    it('tell state and figures at the other one, and the texts only where it runs', async () => {
      const id = await here.start(SECRET);
      const reader = await here.follow(id);
      upstream.let('gpt-4o', { ...FINE, content: 'canary-answer-9921' });
      await eventually(() => expect(namesOf(reader.events)).toEqual(['started', 'result']));
      const { body } = await there.record(id);
      expect(body).toMatchObject({
        state: 'running',
        zeroDataRetention: true,
        calls: [{ modelId: 'gpt-4o', tokensIn: 1_000, credits: 0.35 }],
        request: null,
        response: null,
        partialResponse: null,
      });
      const refused = await there.follow(id);
      expect(refused.status).toBe(409);
      expect(JSON.parse(await refused.ended)).toMatchObject({ type: 'urn:assay:problem:texts-elsewhere' });
      expect((await there.cancel(id)).status).toBe(202);
      upstream.letAll();
      await reader.ended;
      expect((await here.record(id)).body.response.results[0].output).toBe('canary-answer-9921');
      expect((await there.record(id)).body).toMatchObject({ state: 'settled', response: null });
      // Even the texts that only the gateway that ran it has in memory.
      expect((await there.cancel(id)).status).toBe(204);
      expect((await here.record(id)).body.response).toBeNull();
      const late = await there.follow(id);
      expect(JSON.parse(await late.ended)).toMatchObject({ type: 'urn:assay:problem:result-not-retained' });
    });
  });

  it('end a stream of what the other runs when they stop, so that its reader goes elsewhere', async () => {
    const third = await startTestGateway({ environment: { ASSAY_DATABASE_URL: database.url } });
    const id = await here.start(TWO);
    const reader = await asyncClient(third.url, account.key).follow(id);
    await eventually(() => expect(namesOf(reader.events)).toEqual(['started']));
    await third.stop();
    await reader.ended;
    const next = await there.follow(id, reader.events.at(-1)?.id);
    upstream.letAll();
    await next.ended;
    expect(namesOf(next.events)).toEqual(['result', 'result', 'done']);
  });

  it('wait for what they run before they stop, and give its followers elsewhere the end', async () => {
    const upstream = holdUpstream();
    const leaving = await startTestGateway({
      sandbox: upstream.sandbox,
      environment: { ASSAY_DATABASE_URL: database.url },
    });
    const id = await asyncClient(leaving.url, account.key).start(TWO);
    const reader = await there.follow(id);
    await eventually(() => expect(namesOf(reader.events)).toEqual(['started']));
    const stopped = leaving.stop();
    upstream.letAll();
    await Promise.all([stopped, reader.ended]);
    expect(namesOf(reader.events)).toEqual(['started', 'result', 'result', 'done']);
    expect((await there.record(id)).body.state).toBe('settled');
  });
});
