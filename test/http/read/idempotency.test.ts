import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { samplePicture } from '../../support/samples/sample-picture.ts';
import { gatewayOfFile, gatewayOfTest } from '../../support/gateways/gateway-of-file.ts';
import type { TestAccount, TestReply } from '../../support/gateways/test-gateway.ts';
import { eventually } from '../../support/eventually.ts';
import { slowIt } from '../../support/whole-run.ts';

type Reply = SandboxReply | undefined | Promise<SandboxReply | undefined>;

/** Replaced by each test that scripts the upstream. */
let reply: (call: SandboxCall) => Reply;
/** Added to the clock of the data in memory. */
let laterMs = 0;

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
/** 1,000 tokens at 2.50 and 100 at 10.00 USD per million. */
const CHARGE = 350_000;
const BODY = { prompt: 'hi', models: ['gpt-4o'] };
const TEN_MINUTES_MS = 600_000;

const gateway = gatewayOfFile({
  sandbox: { reply: (call) => reply(call) },
  now: () => Date.now() + laterMs,
});

/** Every call gets another answer, so that the same answer twice can only be a repetition. */
function answerAnew(): void {
  gateway.upstream.clear();
  reply = () => ({ content: `answer ${randomUUID()}`, usage: USAGE });
}

const once = (key: string = randomUUID()): Readonly<Record<string, string>> => ({ 'idempotency-key': key });
const upstreamCalls = (): number =>
  [...gateway.upstream.callCounts().values()].reduce((sum, count) => sum + count, 0);
const replayed = ({ headers }: TestReply): string | null => headers.get('idempotency-replayed');
const problem = ({ text }: TestReply): string => JSON.parse(text).type.slice('urn:assay:problem:'.length);

async function chargesOf({ name }: TestAccount): Promise<readonly number[]> {
  const entries = await gateway.admin((ledger) => ledger.history(name, 1_000));
  return entries.filter(({ kind }) => kind === 'charge').map(({ microCredits }) => microCredits);
}

/** Held until it is opened. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

describe('a repeated request', () => {
  it('is answered byte for byte as before: nothing runs, nothing is charged', async () => {
    answerAnew();
    const account = await gateway.account(1_000);
    const headers = once();
    const first = await gateway.post(account.key, BODY, headers);
    expect([first.status, replayed(first)]).toEqual([200, null]);
    for (let repetition = 0; repetition < 3; repetition += 1) {
      const again = await gateway.post(account.key, BODY, headers);
      expect([again.status, replayed(again), again.text]).toEqual([200, 'true', first.text]);
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect(again.headers.get('cache-control')).toBe('no-store');
    }
    expect(upstreamCalls()).toBe(1);
    expect(await chargesOf(account)).toEqual([CHARGE]);
    expect(await account.balance()).toEqual({ posted: 1_000_000_000 - CHARGE, reserved: 0 });
  });

  it('runs anew without a key, and under another key', async () => {
    answerAnew();
    const { key } = await gateway.account(1_000);
    const answers = [
      await gateway.post(key, BODY),
      await gateway.post(key, BODY),
      await gateway.post(key, BODY, once()),
      await gateway.post(key, BODY, once()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(4);
    expect(answers.map(replayed)).toEqual([null, null, null, null]);
    expect(upstreamCalls()).toBe(4);
  });

  it('keeps a failed model failed', async () => {
    answerAnew();
    reply = ({ provider }) => (provider === 'mistral' ? { status: 400 } : { content: 'fine', usage: USAGE });
    const account = await gateway.account(1_000);
    const headers = once();
    const body = { ...BODY, models: ['gpt-4o', 'mistral-large-2512'] };
    const first = await gateway.post(account.key, body, headers);
    expect(JSON.parse(first.text).results.map(({ status }: { status: string }) => status)).toEqual([
      'completed',
      'failed',
    ]);
    reply = () => ({ content: 'now it would work', usage: USAGE });
    const again = await gateway.post(account.key, body, headers);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await chargesOf(account)).toEqual([CHARGE]);
  });

  it('carries the judges’ verdicts too', async () => {
    answerAnew();
    const { key } = await gateway.account(100_000);
    const headers = once();
    const body = { ...BODY, models: ['gpt-4o', 'nova-lite'], judges: ['gemini-2.5-flash'] };
    const first = await gateway.post(key, body, headers);
    expect(JSON.parse(first.text).evaluations).toHaveLength(1);
    const callsMade = upstreamCalls();
    expect((await gateway.post(key, body, headers)).text).toBe(first.text);
    expect(upstreamCalls()).toBe(callsMade);
  });

  it('survives a restart of the gateway', async () => {
    answerAnew();
    const account = await gateway.account(1_000);
    const headers = once();
    const first = await gateway.post(account.key, BODY, headers);
    await gateway.restart();
    const again = await gateway.post(account.key, BODY, headers);
    expect([again.status, replayed(again), again.text]).toEqual([200, 'true', first.text]);
    expect(upstreamCalls()).toBe(1);
    expect(await chargesOf(account)).toEqual([CHARGE]);
  });

  it('counts against the rate', async () => {
    answerAnew();
    const { key } = await gateway.account(1_000, { requestsPerMinute: 2 });
    const headers = once();
    const statuses: number[] = [];
    // A minute may turn in between; ten are too many for two minutes as well.
    for (let sent = 0; sent < 10; sent += 1) statuses.push((await gateway.post(key, BODY, headers)).status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(4);
    expect(upstreamCalls()).toBe(1);
  });
});

describe('a repetition as events', () => {
  const asEvents = { accept: 'text/event-stream' };
  const eventsOf = ({ text }: TestReply): readonly (readonly [string | undefined, string | undefined])[] =>
    [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event, data]) => [event, data] as const);

  it('is one event, done, with the very body', async () => {
    answerAnew();
    const { key } = await gateway.account(1_000);
    const headers = once();
    const first = await gateway.post(key, BODY, headers);
    const again = await gateway.post(key, BODY, { ...headers, ...asEvents });
    expect(again.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect([again.status, replayed(again)]).toEqual([200, 'true']);
    expect(eventsOf(again)).toEqual([['done', first.text]]);
    expect(upstreamCalls()).toBe(1);
  });

  it('repeats as a whole what came as events', async () => {
    answerAnew();
    const { key } = await gateway.account(1_000);
    const headers = once();
    const first = await gateway.post(key, BODY, { ...headers, ...asEvents });
    expect(eventsOf(first).map(([event]) => event)).toEqual(['started', 'delta', 'result', 'done']);
    expect(replayed(first)).toBeNull();
    const again = await gateway.post(key, BODY, headers);
    expect(again.text).toBe(eventsOf(first).at(-1)?.[1]);
    expect([replayed(again), upstreamCalls()]).toEqual(['true', 1]);
  });

  it('is a plain problem where it cannot be answered', async () => {
    answerAnew();
    const { key } = await gateway.account(1_000);
    const headers = once();
    await gateway.post(key, BODY, headers);
    const other = await gateway.post(key, { ...BODY, prompt: 'ho' }, { ...headers, ...asEvents });
    expect([other.status, problem(other)]).toEqual([422, 'idempotency-mismatch']);
  });
});

describe('requests that come together under one key', () => {
  it('are one run: of a hundred, ninety-nine are told to wait while it lasts', async () => {
    answerAnew();
    const account = await gateway.account(1_000, { requestsInFlight: 1_000 });
    const headers = once();
    const { passed, open } = gate();
    reply = () => passed.then(() => ({ content: 'the one answer', usage: USAGE }));
    const told: TestReply[] = [];
    const sent = Array.from({ length: 100 }, async () => {
      const answer = await gateway.post(account.key, BODY, headers);
      told.push(answer);
      // Only the one that runs is still out.
      if (told.length === 99) open();
      return answer;
    });
    const answers = await Promise.all(sent);
    const waiting = answers.filter(({ status }) => status !== 200);
    expect(waiting).toHaveLength(99);
    for (const answer of waiting) {
      expect([answer.status, problem(answer)]).toEqual([409, 'request-in-flight']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(upstreamCalls()).toBe(1);
    expect(await chargesOf(account)).toEqual([CHARGE]);
  });
});

describe('the body behind a key', () => {
  const file = (bytes: Buffer, name = 'page.png'): object => ({
    name,
    type: 'image/png',
    base64: bytes.toString('base64'),
  });
  it('is the same whatever its whitespace and the order of its keys', async () => {
    answerAnew();
    const { key } = await gateway.account(10_000);
    const headers = once();
    const first = await gateway.post(
      key,
      '{"prompt":"h\\u00e9","models":["gpt-4o"],"generation_settings":{"maxTokens":100,"temperature":1},"model_tuning":{"o3-pro":{"reasoningEffort":"low"},"gpt-5":{}}}',
      headers,
    );
    const again = await gateway.post(
      key,
      ' {\n"model_tuning": {"gpt-5": {}, "o3-pro": {"reasoningEffort": "low"}},\t"generation_settings": {"temperature": 1.0, "maxTokens": 1e2}, "models": [ "gpt-4o" ], "prompt": "hé"}\n',
      headers,
    );
    expect([again.status, replayed(again), again.text]).toEqual([200, 'true', first.text]);
  });

  it.each<[string, object]>([
    ['another prompt', { prompt: 'ho' }],
    ['the prompt with a blank', { prompt: 'hi ' }],
    ['a judge', { judges: ['gpt-4o'] }],
    ['zero retention said out loud', { zero_data_retention: false }],
    ['an empty history', { history: [] }],
  ])('is another with %s: 422, and nothing runs', async (_name, change) => {
    answerAnew();
    const account = await gateway.account(10_000);
    const headers = once();
    const first = await gateway.post(account.key, BODY, headers);
    const other = await gateway.post(account.key, { ...BODY, ...change }, headers);
    expect([other.status, problem(other)]).toEqual([422, 'idempotency-mismatch']);
    expect(upstreamCalls()).toBe(1);
    expect((await gateway.post(account.key, BODY, headers)).text).toBe(first.text);
    expect(await chargesOf(account)).toEqual([CHARGE]);
  });

  it('is another while the first still runs', async () => {
    answerAnew();
    const { passed, open } = gate();
    reply = () => passed.then(() => ({ content: 'late', usage: USAGE }));
    const { key } = await gateway.account(1_000);
    const headers = once();
    const first = gateway.post(key, BODY, headers);
    await eventually(() => expect(upstreamCalls()).toBe(1));
    expect((await gateway.post(key, { ...BODY, prompt: 'ho' }, headers)).status).toBe(422);
    expect((await gateway.post(key, BODY, headers)).status).toBe(409);
    open();
    expect((await first).status).toBe(200);
  });

  // The larger ones are hashed piece by piece, away from the event loop.
  it.each([50, 70_000, 1_048_576, 3_000_000])(
    'counts a file of about %i bytes by its bytes',
    async (length) => {
      answerAnew();
      const { key } = await gateway.account(100_000);
      const headers = once();
      const bytes = samplePicture(length);
      const withFiles = (...attachments: readonly object[]): object => ({ ...BODY, attachments });
      const first = await gateway.post(key, withFiles(file(bytes)), headers);
      expect(first.status).toBe(200);
      expect((await gateway.post(key, withFiles(file(bytes)), headers)).text).toBe(first.text);
      const changed = Buffer.from(bytes);
      // The last byte of the noise: checksums and the closing chunk come after it.
      changed[changed.length - 17] = (changed.at(-17) ?? 0) ^ 1;
      for (const other of [
        withFiles(file(changed)),
        withFiles(file(bytes, 'cover.png')),
        withFiles(file(bytes), file(bytes)),
        withFiles(),
      ]) {
        expect((await gateway.post(key, other, headers)).status).toBe(422);
      }
      expect(upstreamCalls()).toBe(1);
    },
  );
});

describe('a key', () => {
  it.each<[string, string]>([
    ['one character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    [
      'every printable character',
      `a${String.fromCodePoint(...Array.from({ length: 95 }, (_, at) => 32 + at))}z`,
    ],
  ])('may be %s', async (_name, value) => {
    answerAnew();
    const { key } = await gateway.account(1_000);
    const first = await gateway.post(key, BODY, once(value));
    const again = await gateway.post(key, BODY, once(value));
    expect([first.status, again.status, replayed(again)]).toEqual([200, 200, 'true']);
  });

  /** `fetch` sends no such headers. */
  function postWith(key: string, values: readonly string[]): Promise<{ status: number; text: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': [...values],
    };
    const sent = httpRequest(`${gateway.url}/api/v1/prompt`, { method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end(JSON.stringify(BODY));
    return promise;
  }

  it.each<[string, readonly string[]]>([
    ['nothing', ['']],
    ['256 characters', ['k'.repeat(256)]],
    ['an umlaut', ['schl\u00fcssel']],
    ['a tab', ['two\twords']],
    ['two headers', ['one', 'two']],
    ['the same header twice', ['one', 'one']],
  ])('may not be %s: 400, and nothing runs', async (_name, values) => {
    answerAnew();
    const account = await gateway.account(1_000);
    const { status, text } = await postWith(account.key, values);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      type: 'urn:assay:problem:validation-failed',
      errors: [{ pointer: '', code: 'idempotency_key', message: expect.stringContaining('1 to 255') }],
    });
    expect(upstreamCalls()).toBe(0);
    expect(await chargesOf(account)).toEqual([]);
  });

  it.each<[string, unknown, number]>([
    ['a 400', { ...BODY, models: ['gpt-99'] }, 400],
    ['broken JSON', '{"prompt":', 400],
    ['a schema nobody can check', { ...BODY, response_schema: { type: 'objekt' } }, 400],
  ])('is not used up by %s', async (_name, bad, status) => {
    answerAnew();
    const { key } = await gateway.account(1_000);
    const headers = once();
    expect((await gateway.post(key, bad, headers)).status).toBe(status);
    const good = await gateway.post(key, BODY, headers);
    expect([good.status, replayed(good)]).toEqual([200, null]);
  });

  it('is free again where the gateway failed between hold and charge', async () => {
    // A credit of a millionth of a cent, and two bills whose sum no 64-bit float holds exactly: adding them up is the fault.
    const strained = await gatewayOfTest({
      sandbox: { reply: (call) => reply(call) },
      environment: { ASSAY_CREDITS_PER_USD: '1000000' },
    });
    const huge = { inputTokens: 50_000_000, outputTokens: 100_000_000 };
    reply = ({ attempt }) => ({ content: `run ${attempt}`, usage: attempt <= 2 ? huge : USAGE });
    const account = await strained.account(1_000_000);
    const body = { prompt: 'hi', models: ['o3-pro', 'o3-pro'], generation_settings: { maxTokens: 100 } };
    const headers = once();
    const failed = await strained.post(account.key, body, headers);
    expect([failed.status, failed.body.type]).toEqual([503, 'urn:assay:problem:unavailable']);
    expect(await account.balance()).toEqual({ posted: 1_000_000_000_000, reserved: 0 });
    const passed = await strained.post(account.key, body, headers);
    expect([passed.status, passed.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(passed.body.results[0].output).toMatch(/^run [34]$/);
    const again = await strained.post(account.key, body, headers);
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', passed.body]);
    expect(await strained.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('stands for a request whose client went away', async () => {
    answerAnew();
    const { passed, open } = gate();
    reply = () => passed.then(() => ({ content: 'nobody was there', usage: USAGE }));
    const account = await gateway.account(1_000);
    const headers = once();
    const gone = new AbortController();
    const { signal } = gone;
    const lost = gateway.send(account.key, '/api/v1/prompt', { headers, body: BODY, signal });
    await eventually(() => expect(upstreamCalls()).toBe(1));
    gone.abort();
    await expect(lost).rejects.toThrow();
    expect((await gateway.post(account.key, BODY, headers)).status).toBe(409);
    open();
    await eventually(async () => expect((await account.balance()).reserved).toBe(0));
    const again = await gateway.post(account.key, BODY, headers);
    expect([again.status, replayed(again)]).toEqual([200, 'true']);
    expect(JSON.parse(again.text).results[0].output).toBe('nobody was there');
    expect(await chargesOf(account)).toEqual([CHARGE]);
  });
});

describe('under zero data retention', () => {
  const SILENT = { ...BODY, zero_data_retention: true };

  it('an answer is repeated for ten minutes, and then there is none, and no second run', async () => {
    answerAnew();
    laterMs = 0;
    const account = await gateway.account(1_000);
    const headers = once();
    const first = await gateway.post(account.key, SILENT, headers);
    expect(first.status).toBe(200);
    laterMs = TEN_MINUTES_MS - 60_000;
    const again = await gateway.post(account.key, SILENT, headers);
    expect([again.status, replayed(again), again.text]).toEqual([200, 'true', first.text]);
    laterMs = TEN_MINUTES_MS;
    for (const accept of ['application/json', 'text/event-stream']) {
      const gone = await gateway.post(account.key, SILENT, { ...headers, accept });
      expect([gone.status, problem(gone)]).toEqual([409, 'result-not-retained']);
      expect(gone.headers.get('retry-after')).toBeNull();
      expect(JSON.parse(gone.text)).toMatchObject({
        promptLogId: JSON.parse(first.text).promptLogId,
        creditsUsed: CHARGE / 1e6,
      });
    }
    expect(upstreamCalls()).toBe(1);
    expect(await chargesOf(account)).toEqual([CHARGE]);
  });

  it('an answer does not survive a restart, and its request is still not run again', async () => {
    answerAnew();
    const account = await gateway.account(1_000, { zeroDataRetention: true });
    const headers = once();
    const first = await gateway.post(account.key, BODY, headers);
    expect((await gateway.post(account.key, BODY, headers)).text).toBe(first.text);
    await gateway.restart();
    expect(problem(await gateway.post(account.key, BODY, headers))).toBe('result-not-retained');
    expect(upstreamCalls()).toBe(1);
    expect(await chargesOf(account)).toEqual([CHARGE]);
  });

  it('requests that come together are one run all the same', async () => {
    answerAnew();
    const account = await gateway.account(1_000, { requestsInFlight: 1_000 });
    const headers = once();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => gateway.post(account.key, SILENT, headers)),
    );
    // A reply is in memory before its charge is durable, so none is ever missing in between.
    expect(answers.filter(({ status }) => status !== 200).map(problem)).toEqual(
      answers.filter(({ status }) => status !== 200).map(() => 'request-in-flight'),
    );
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    expect(upstreamCalls()).toBe(1);
  });

  slowIt('an answer is not pushed out by the large ones of another account', async () => {
    answerAnew();
    laterMs = 0;
    const [small, large] = [await gateway.account(1_000), await gateway.account(1_000)];
    const headers = once();
    const first = await gateway.post(small.key, SILENT, headers);
    expect(first.status).toBe(200);
    // Whole, since the sandbox takes long to write so much word by word.
    reply = () => ({ content: 'x'.repeat(9_000_000), usage: USAGE, stream: 'ignored' });
    const last = once();
    for (let sent = 0; sent < 3; sent += 1)
      expect((await gateway.post(large.key, SILENT, once())).status).toBe(200);
    const newest = await gateway.post(large.key, SILENT, last);
    const again = await gateway.post(small.key, SILENT, headers);
    expect([again.status, replayed(again), again.text]).toEqual([200, 'true', first.text]);
    expect((await gateway.post(large.key, SILENT, last)).text === newest.text).toBe(true);
  });

  it('another body is still another body', async () => {
    answerAnew();
    const { key } = await gateway.account(1_000);
    const headers = once();
    await gateway.post(key, SILENT, headers);
    expect((await gateway.post(key, BODY, headers)).status).toBe(422);
    await gateway.restart();
    expect((await gateway.post(key, { ...SILENT, prompt: 'ho' }, headers)).status).toBe(422);
  });
});
