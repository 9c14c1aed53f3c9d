import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findInFiles } from '../../process/process-scene.ts';
import { pictureHolding } from '../../support/samples/sample-picture.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { changedLedger } from '../../support/gateways/changed-ledger.ts';
import { gatewayOfTest } from '../../support/gateways/gateway-of-file.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../../support/gateways/test-gateway.ts';

/** The folder of this process's temporary files, including the ledger. */
let everything: string;
let gateway: TestGateway;
let account: TestAccount;
/** What models and judges say in the current test. */
let said: Canaries;
/** Replaced by each test that scripts the upstream. */
let reply: (call: SandboxCall, canaries: Canaries) => SandboxReply | undefined;
/** Waited for when a request has all its answers, before anything of it is stored. */
let beforeEnd: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  everything = mkdtempSync(join(tmpdir(), 'assay-canaries-'));
  vi.stubEnv('TMPDIR', everything);
  gateway = await startTestGateway({
    sandbox: { reply: (call) => reply(call, said) },
    environment: { ASSAY_LOG_LEVEL: 'trace', ASSAY_MAX_BODY_BYTES: '1000000' },
    aroundLedger: (ledger) =>
      changedLedger(ledger, {
        async settle(settlement) {
          await beforeEnd();
          return await ledger.settle(settlement);
        },
        async keepTexts(texts, isAwaited) {
          await beforeEnd();
          return await ledger.keepTexts(texts, isAwaited);
        },
      }),
  });
  account = await gateway.account(1_000_000);
});
afterAll(async () => {
  await gateway.stop();
  vi.unstubAllEnvs();
  rmSync(everything, { recursive: true, force: true });
});

/** The places of a client's and of a provider's texts. Each has a text that occurs nowhere else. */
const REQUEST_FIELDS = [
  'prompt',
  'system',
  'user_turn',
  'assistant_turn',
  'file_name',
  'judge_prompt',
  'schema_title',
  'schema_property',
  'cached_content',
] as const;
const ANSWER_FIELDS = ['output', 'judge_reasoning'] as const;
/** Never stored, with or without the flag. */
const PASSING = ['file_bytes', 'thought', 'judge_notes', 'search_query', 'fault', 'key'] as const;
const FIELDS = [...REQUEST_FIELDS, ...ANSWER_FIELDS, ...PASSING];

type Canaries = Readonly<Record<(typeof FIELDS)[number], string>>;

function freshCanaries(): Canaries {
  const entries = FIELDS.map((field) => [field, `canary-${field}-${randomBytes(8).toString('hex')}`]);
  return Object.fromEntries(entries) as Canaries;
}

/** A page of the database can end in the middle of one, hardly of three. */
const thrice = (text: string): string => [text, text, text].join('-');

function pictureOf(canaries: Canaries): string {
  return pictureHolding(Buffer.from(thrice(canaries.file_bytes))).toString('base64');
}

function requestWith(canaries: Canaries, members: object = {}) {
  return {
    prompt: thrice(canaries.prompt),
    models: ['gpt-4o', 'gemini-3.5-flash', 'claude-haiku-4-5'],
    judges: ['nova-lite'],
    judge_prompt: thrice(canaries.judge_prompt),
    system_prompt: [
      { type: 'text', text: thrice(canaries.system), cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'in one line' },
    ],
    history: [
      { role: 'user', content: thrice(canaries.user_turn) },
      { role: 'assistant', content: thrice(canaries.assistant_turn) },
    ],
    attachments: [
      { name: `${thrice(canaries.file_name)}.png`, type: 'image/png', base64: pictureOf(canaries) },
    ],
    response_schema: {
      title: thrice(canaries.schema_title),
      type: 'object',
      properties: { [canaries.schema_property]: { type: 'string' } },
      required: [canaries.schema_property],
      additionalProperties: false,
    },
    model_tuning: {
      'gemini-3.5-flash': { cachedContent: `cachedContents/${canaries.cached_content}` },
    },
    ...members,
  };
}

const isJudge = ({ user }: SandboxCall): boolean => user.includes('<<<FIRST ');

/** Everything a provider can say, said. */
function answerAll(call: SandboxCall, canaries: Canaries): SandboxReply {
  const usage = { inputTokens: 1_000, outputTokens: 100, searchQueries: [canaries.search_query] };
  const content = isJudge(call)
    ? {
        first_notes: thrice(canaries.judge_notes),
        second_notes: thrice(canaries.judge_notes),
        reasoning: thrice(canaries.judge_reasoning),
        verdict: 'tie',
        confidence: 0.5,
      }
    : { [canaries.schema_property]: thrice(canaries.output) };
  return { content: JSON.stringify(content), reasoning: thrice(canaries.thought), usage };
}

interface Sent {
  readonly canaries: Canaries;
  readonly status: number;
  readonly text: string;
}

async function send(
  body: (canaries: Canaries) => unknown,
  headers: Readonly<Record<string, string>> | ((canaries: Canaries) => Readonly<Record<string, string>>) = {},
  path = '/api/v1/prompt',
): Promise<Sent> {
  const canaries = freshCanaries();
  said = canaries;
  const made = body(canaries);
  const { status, text } = await gateway.send(account.key, path, {
    headers: typeof headers === 'function' ? headers(canaries) : headers,
    body: made,
  });
  return { canaries, status, text };
}

const silent = (members: object = {}) => {
  return (canaries: Canaries) => requestWith(canaries, { zero_data_retention: true, ...members });
};

/** A file's bytes stand in a body as base64, whatever part of them is looked at. */
function textsOf(canaries: Canaries): readonly string[] {
  return [...Object.values(canaries), pictureOf(canaries).slice(60, 120)];
}

/** Where any of the texts stand: files under every temporary folder, the log, the metrics. */
async function foundOf(canaries: Canaries): Promise<readonly string[]> {
  const texts = textsOf(canaries);
  const metrics = await gateway.metrics();
  const inText = (name: string, text: string): readonly string[] =>
    texts.filter((canary) => text.includes(canary)).map((canary) => `${name}: ${canary}`);
  return [
    ...(await findInFiles(everything, texts)),
    ...inText('log', gateway.logs()),
    ...inText('metrics', metrics),
  ];
}

/** The fields whose texts were found, whatever the place. */
function fieldsOf(canaries: Canaries, found: readonly string[]): readonly string[] {
  return FIELDS.filter((field) => found.some((place) => place.endsWith(`: ${canaries[field]}`)));
}

describe('a request without the flag', () => {
  it('leaves its texts in the ledger, and nowhere else: so the search finds what there is', async () => {
    reply = answerAll;
    const { canaries, status, text } = await send(
      (fresh) => requestWith(fresh),
      (fresh) => ({ 'idempotency-key': fresh.key }),
    );
    expect(status).toBe(200);
    for (const field of ANSWER_FIELDS) expect(text, field).toContain(canaries[field]);
    const found = await foundOf(canaries);
    expect(fieldsOf(canaries, found)).toEqual([...REQUEST_FIELDS, ...ANSWER_FIELDS]);
    for (const place of found) expect(place).toMatch(/assay\.db(-wal)?: /);
    // It is in the write-ahead log at first, so that file was searched too.
    expect(found.some((place) => place.includes('assay.db-wal: '))).toBe(true);
  });

  it('would be found in a temporary file and in the log as well', async () => {
    const canaries = freshCanaries();
    writeFileSync(join(tmpdir(), 'forgotten.tmp'), `...${canaries.prompt}...`);
    expect(await foundOf(canaries)).toEqual([`forgotten.tmp: ${canaries.prompt}`]);
    rmSync(join(tmpdir(), 'forgotten.tmp'));
    expect(gateway.logs()).toContain('"route":"/api/v1/prompt"');
  });
});

describe('under zero data retention nothing is left of', () => {
  it('a request and its answers', async () => {
    reply = answerAll;
    const { canaries, status, text } = await send(silent());
    const results: readonly { status: string }[] = JSON.parse(text).results;
    expect([status, results.map((result) => result.status)]).toEqual([
      200,
      ['completed', 'completed', 'completed'],
    ]);
    for (const field of ANSWER_FIELDS) expect(text, field).toContain(canaries[field]);
    expect(await foundOf(canaries)).toEqual([]);
  });

  it('a request of an account whose default it is', async () => {
    reply = answerAll;
    const quiet = await gateway.account(100_000, { zeroDataRetention: true });
    const sent = await send((fresh) => requestWith(fresh), { authorization: `Bearer ${quiet.key}` });
    expect(sent.status).toBe(200);
    expect(await foundOf(sent.canaries)).toEqual([]);
  });

  it.each([
    ['whose answer is plain', {}],
    ['whose answer is kept to be repeated', { 'idempotency-key': 'switched-on' }],
  ])('a request %s and that runs when the account is switched to it', async (_what, headers) => {
    reply = answerAll;
    const switched = await gateway.account(100_000);
    let switching: Promise<unknown> | undefined;
    beforeEnd = () =>
      (switching ??= gateway.admin((ledger) =>
        ledger.changeAccount(switched.name, { zeroDataRetention: true }),
      ));
    const sent = await send((fresh) => requestWith(fresh), {
      authorization: `Bearer ${switched.key}`,
      ...headers,
    });
    beforeEnd = async () => {};
    expect([sent.status, switching === undefined]).toEqual([200, false]);
    for (const field of ANSWER_FIELDS) expect(sent.text, field).toContain(sent.canaries[field]);
    expect(await foundOf(sent.canaries)).toEqual([]);
  });

  it('an answer sent as events', async () => {
    reply = answerAll;
    const { canaries, text } = await send(silent(), { accept: 'text/event-stream' });
    expect(text).toContain('event: done');
    expect(text).toContain(canaries.judge_reasoning);
    expect(await foundOf(canaries)).toEqual([]);
  });

  it('an answer kept to be repeated, its key, and the bodies that do not fit it', async () => {
    reply = answerAll;
    const canaries = freshCanaries();
    said = canaries;
    const body = requestWith(canaries, { zero_data_retention: true });
    const ask = async (
      change: object = {},
      accept = 'application/json',
    ): Promise<readonly [number, string]> => {
      const headers = { 'idempotency-key': canaries.key, accept };
      const answer = await gateway.post(account.key, { ...body, ...change }, headers);
      return [answer.status, answer.text];
    };
    const [status, first] = await ask();
    expect(status).toBe(200);
    expect(await ask()).toEqual([200, first]);
    expect((await ask({}, 'text/event-stream'))[1]).toContain(canaries.output);
    expect((await ask({ prompt: canaries.system }))[0]).toBe(422);
    expect(await foundOf(canaries)).toEqual([]);
    await gateway.restart();
    const [gone, problem] = await ask();
    expect([gone, JSON.parse(problem).type]).toEqual([409, 'urn:assay:problem:result-not-retained']);
    for (const canary of textsOf(canaries)) expect(problem).not.toContain(canary);
    expect(await foundOf(canaries)).toEqual([]);
  });

  it.each<[string, (call: SandboxCall, canaries: Canaries) => SandboxReply]>([
    ['a provider’s 400', (call, { fault }) => ({ status: 400, message: `${fault}: ${call.user}` })],
    ['a provider’s 401', (_call, { fault }) => ({ status: 401, message: fault })],
    ['a provider’s 429', (call, { fault }) => ({ status: 429, message: `${fault} ${call.system}` })],
    ['a provider’s 500', (_call, { fault }) => ({ status: 500, message: fault })],
    ['HTML in place of a reply', (_call, { fault }) => ({ raw: `<html>${fault}</html>` })],
    ['JSON cut short', (_call, { output }) => ({ raw: `{"choices":[{"message":{"content":"${output}` })],
    ['JSON of another shape', (_call, { output }) => ({ raw: JSON.stringify({ choices: output }) })],
    ['a reply cut in the middle', () => ({ connection: 'resetMidBody' })],
    ['a refusal', (_call, { output }) => ({ content: output, finishReason: 'refused' })],
    ['an answer cut at its cap', (_call, { output }) => ({ content: output, finishReason: 'length' })],
    ['an answer against the schema', (_call, { output }) => ({ content: `no JSON: ${thrice(output)}` })],
    [
      'a judge nobody can read',
      (call, canaries) =>
        isJudge(call)
          ? { content: `${thrice(canaries.judge_reasoning)} and no verdict` }
          : answerAll(call, canaries),
    ],
    [
      'a judge that fails',
      (call, canaries) =>
        isJudge(call) ? { status: 400, message: canaries.fault } : answerAll(call, canaries),
    ],
  ])('%s', async (_name, answer) => {
    reply = answer;
    const { canaries, status } = await send(silent(), { 'idempotency-key': randomBytes(8).toString('hex') });
    expect(status).toBe(200);
    expect(await foundOf(canaries)).toEqual([]);
  });

  it.each<[string, (canaries: Canaries) => unknown, number]>([
    ['an unknown field', (canaries) => silent({ [canaries.prompt]: canaries.output })(canaries), 400],
    ['a model nobody knows', (canaries) => silent({ models: [canaries.prompt] })(canaries), 400],
    ['a broken body', (canaries) => `{"zero_data_retention":true,"prompt":"${canaries.prompt}`, 400],
    ['a key that stands twice', (canaries) => `{"${canaries.prompt}":1,"${canaries.prompt}":2}`, 400],
    [
      'a schema nobody can check',
      (canaries) =>
        silent({ response_schema: { title: canaries.schema_title, type: canaries.prompt } })(canaries),
      400,
    ],
    [
      'a pattern nobody can run',
      (canaries) =>
        silent({ response_schema: { type: 'string', pattern: `(?=${canaries.schema_title})` } })(canaries),
      400,
    ],
    [
      'a file that is none',
      (canaries) =>
        silent({ attachments: [{ name: canaries.file_name, type: 'image/png', base64: canaries.output }] })(
          canaries,
        ),
      400,
    ],
  ])('a 400 for %s', async (_name, body, expected) => {
    reply = answerAll;
    const { canaries, status, text } = await send(body, { 'idempotency-key': 'k' });
    expect(status).toBe(expected);
    for (const canary of [canaries.output, canaries.file_name, canaries.schema_title])
      expect(text).not.toContain(canary);
    expect(await foundOf(canaries)).toEqual([]);
  });

  it('a 402, a 413, a 415 and a 401', async () => {
    reply = answerAll;
    const poor = await gateway.account(0);
    for (const [headers, expected] of [
      [{ authorization: `Bearer ${poor.key}` }, 402],
      [{ 'content-type': 'text/plain' }, 415],
      [{ authorization: 'Bearer nobody' }, 401],
    ] as const) {
      const { canaries, status } = await send(silent(), headers);
      expect(status).toBe(expected);
      expect(await foundOf(canaries)).toEqual([]);
    }
    const large = await send((fresh) => ({ ...requestWith(fresh), prompt: fresh.prompt.repeat(40_000) }));
    expect(large.status).toBe(413);
    expect(await foundOf(large.canaries)).toEqual([]);
  });

  it('a quote', async () => {
    reply = answerAll;
    const { canaries, status } = await send(silent(), {}, '/api/v1/prompt/quote');
    expect(status).toBe(200);
    expect(await foundOf(canaries)).toEqual([]);
  });

  it('a body large enough for a worker', async () => {
    reply = answerAll;
    const { canaries, status } = await send((fresh) => ({
      ...silent()(fresh),
      prompt: `${thrice(fresh.prompt)} ${'x'.repeat(300_000)}`,
    }));
    expect(status).toBe(200);
    expect(await foundOf(canaries)).toEqual([]);
  });

  it('any of these requests once the gateway has stopped and its log is folded into the database', async () => {
    reply = answerAll;
    const [first, second] = [await send(silent()), await send(silent())];
    const database = join(gateway.folder, 'assay.db');
    const before = statSync(`${database}-wal`).size;
    expect(before).toBeGreaterThan(0);
    await gateway.restart();
    for (const { canaries } of [first, second]) expect(await foundOf(canaries)).toEqual([]);
    const bytes = readFileSync(database);
    // The metering stays, whatever the texts.
    expect(bytes.includes('nova-lite')).toBe(true);
    for (const canary of REQUEST_FIELDS) expect(bytes.includes(`canary-${canary}-`)).toBe(true);
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('a request whose charge could not be worked out', async () => {
    const strained = await gatewayOfTest({
      // Two bills whose sum no 64-bit float holds exactly: adding them up is the fault.
      sandbox: {
        reply: (call) => ({ ...answerAll(call, said), usage: { inputTokens: 5e7, outputTokens: 1e8 } }),
      },
      environment: { ASSAY_LOG_LEVEL: 'trace', ASSAY_CREDITS_PER_USD: '1000000' },
    });
    const { key } = await strained.account(1_000_000_000);
    said = freshCanaries();
    const body = {
      ...requestWith(said),
      models: ['o3-pro', 'o3-pro'],
      judges: [],
      zero_data_retention: true,
    };
    const { status } = await strained.post(key, body, { 'idempotency-key': said.key });
    expect(status).toBe(503);
    expect(await foundOf(said)).toEqual([]);
    for (const canary of textsOf(said)) expect(strained.logs()).not.toContain(canary);
    expect(strained.logs()).toContain('request failed');
  });
});

it('an API key stands in no file and no log: only its hash does', async () => {
  const secret = account.key.slice('assay_12345678_'.length);
  expect(await findInFiles(everything, [secret])).toEqual([]);
  expect(gateway.logs()).not.toContain(secret);
});
