import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { ListedPrompt, PromptsResponse } from '../../../core/generated/prompts-response.ts';
import type { PromptRecord } from '../../../core/generated/prompt-record.ts';
import { readCursor, writeCursor } from '../../../core/http/routes/prompts.ts';
import { searchWords } from '../../../core/text/search-words.ts';
import { problemsOf } from '../../support/answers/openapi-component.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { type TestAccount } from '../../support/gateways/test-gateway.ts';
import { eventually } from '../../support/eventually.ts';

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
const FINE: SandboxReply = { content: 'canary-answer-2207', usage: USAGE };
const BODY = { prompt: 'canary-prompt-2207', models: ['gpt-4o'] };

/** Replaced by each test that scripts the upstream. */
let reply: (call: SandboxCall) => SandboxReply | Promise<SandboxReply>;
let account: TestAccount;

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
beforeEach(async () => {
  reply = () => FINE;
  account = await gateway.account(10_000);
});

const get = (path: string, key: string | undefined = account.key) => gateway.get(key, path);

async function list(query = '', key = account.key): Promise<PromptsResponse> {
  const { status, headers, text } = await get(`/api/v1/prompts${query}`, key);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(text).not.toContain('canary');
  const page: PromptsResponse = JSON.parse(text);
  expect(problemsOf('PromptsResponse', page)).toEqual([]);
  return page;
}

async function send(body: object = {}, key = account.key): Promise<string> {
  const answer = await gateway.post(key, { ...BODY, ...body });
  expect(answer.status).toBe(200);
  return answer.body.promptLogId;
}

async function sendMany(count: number, key = account.key): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let sent = 0; sent < count; sent += 1) ids.push(await send({}, key));
  return ids;
}

const idsOf = (prompts: readonly ListedPrompt[]): readonly string[] =>
  prompts.map(({ promptLogId }) => promptLogId);
const after = ({ nextCursor }: PromptsResponse): string => `&cursor=${nextCursor}`;

describe('the list of requests', () => {
  it('has each request of the account once, the newest first, over several pages', async () => {
    const other = await gateway.account(1_000);
    const foreign = await sendMany(2, other.key);
    const own = (await sendMany(7)).toReversed();
    const first = await list('?limit=3');
    // What comes meanwhile is on no later page.
    const newer = await send();
    const second = await list(`?limit=3${after(first)}`);
    const third = await list(`?limit=3${after(second)}`);
    expect([first, second, third].map(({ prompts }) => idsOf(prompts))).toEqual([
      own.slice(0, 3),
      own.slice(3, 6),
      own.slice(6),
    ]);
    expect(third.nextCursor).toBeNull();
    expect(idsOf((await list()).prompts)).toEqual([newer, ...own]);
    expect(idsOf((await list('', other.key)).prompts)).toEqual(foreign.toReversed());
  });

  it('says of a request what its record says, and what it asked', async () => {
    const models = ['gpt-4o', 'nova-lite', 'gpt-4o'];
    const judges = ['gemini-2.5-flash'];
    const kept = await send({ models, judges });
    const quiet = await send({ zero_data_retention: true });
    const { prompts } = await list();
    expect(idsOf(prompts)).toEqual([quiet, kept]);
    for (const prompt of prompts) {
      const { text } = await get(`/api/v1/prompts/${prompt.promptLogId}`);
      const record: PromptRecord = JSON.parse(text);
      const { models: _models, judges: _judges, textsRetained, ...head } = prompt;
      expect(record).toMatchObject(head);
      expect(textsRetained).toBe(record.request !== null);
    }
    expect(prompts).toMatchObject([
      { models: BODY.models, judges: [], zeroDataRetention: true, textsRetained: false, creditsUsed: 0.35 },
      { models, judges, zeroDataRetention: false, textsRetained: true, state: 'settled' },
    ]);
  });

  it('has a request while it runs, with its hold', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    reply = () => promise.then(() => FINE);
    const running = send({ models: ['gpt-4o', 'nova-lite'] });
    await eventually(async () => expect((await list()).prompts).toHaveLength(1));
    expect((await list()).prompts).toMatchObject([
      {
        state: 'reserved',
        finishedAt: null,
        creditsUsed: 0,
        models: ['gpt-4o', 'nova-lite'],
        textsRetained: false,
      },
    ]);
    expect((await list()).prompts[0]?.creditsHeld).toBeGreaterThan(0);
    resolve();
    const promptLogId = await running;
    expect((await list()).prompts).toMatchObject([{ promptLogId, state: 'settled', textsRetained: true }]);
  });

  it('is empty before the first request, and has 20 entries unless asked for others', async () => {
    expect(await list()).toEqual({ prompts: [], nextCursor: null });
    await sendMany(21);
    expect((await list()).prompts).toHaveLength(20);
    expect((await list('?limit=1')).prompts).toHaveLength(1);
    expect((await list('?limit=100')).prompts).toHaveLength(21);
  });

  it('gives the cursor of another account nothing but what is its own', async () => {
    const other = await gateway.account(1_000);
    const [oldest] = await sendMany(2, other.key);
    await sendMany(3);
    const { nextCursor } = await list('?limit=1');
    const ownPage = await list(`?cursor=${nextCursor}`, other.key);
    expect(idsOf(ownPage.prompts)).toHaveLength(2);
    expect(idsOf(ownPage.prompts)).toContain(oldest);
    const { nextCursor: foreign } = await list('?limit=1', other.key);
    expect(await list(`?cursor=${foreign}`)).toEqual({ prompts: [], nextCursor: null });
  });

  it('is searched by prompt, model and time, and shows how a prompt begins only if asked to', async () => {
    const wanted = await send({ prompt: 'Why is the sky blue? 100%' });
    await send({ models: ['nova-lite'] });
    const quiet = await send({ prompt: 'the sky under zero retention', zero_data_retention: true });
    await eventually(async () =>
      expect(idsOf((await list('?text=100%25%20BLUE%3F%20sky')).prompts)).toEqual([wanted]),
    );
    expect((await list('?text=sky%20green')).prompts).toEqual([]);
    expect(idsOf((await list('?text=%22SKY%20blue%3F%22%20why')).prompts)).toEqual([wanted]);
    expect((await list('?text=%22blue%20sky%22')).prompts).toEqual([]);
    expect(idsOf((await list('?text=sky')).prompts)).not.toContain(quiet);
    expect((await list('?model=nova-lite')).prompts).toHaveLength(1);
    expect((await list('?model=nova')).prompts).toEqual([]);
    expect((await list('?from=2020-01-01&to=2021-01-01')).prompts).toEqual([]);
    expect((await list('?from=2020-01-01&to=2999-01-01T00:00:00Z')).prompts).toHaveLength(3);
    const { prompts } = await list('?excerpt=true&text=sky');
    expect(prompts).toMatchObject([{ promptLogId: wanted, promptStart: 'Why is the sky blue? 100%' }]);
    const other = await gateway.account(1_000);
    expect((await list('?text=sky', other.key)).prompts).toEqual([]);
  });

  it.each([
    ['text=', '/text'],
    ['text=%20', '/text'],
    [`text=${'a'.repeat(201)}`, '/text'],
    ['text=a%00b', '/text'],
    ['text=a b c d e f g h i', '/text'],
    ['model=', '/model'],
    ['from=yesterday', '/from'],
    ['from=2026-02-31', '/from'],
    ['from=2026-11-02&to=2026-11-01', '/to'],
    ['excerpt=yes', '/excerpt'],
    ['limit=0', '/limit'],
    ['limit=101', '/limit'],
    ['limit=', '/limit'],
    ['limit=1.5', '/limit'],
    ['limit=-1', '/limit'],
    ['limit=0x10', '/limit'],
    ['limit=1&limit=2', '/limit'],
    ['cursor=', '/cursor'],
    ['cursor=nobody', '/cursor'],
    [`cursor=${Buffer.from('1.a').toString('base64url')}%3D`, '/cursor'],
    [`cursor=${Buffer.from("1.' OR 1=1").toString('base64url')}`, '/cursor'],
    [`cursor=${'A'.repeat(10_000)}`, '/cursor'],
    ['offset=10', '/offset'],
    ['model=a%00b', '/model'],
    ['cursor=a%00b', '/cursor'],
  ])('refuses ?%s and names the parameter', async (query, pointer) => {
    const { status, text } = await get(`/api/v1/prompts?${query}`);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      type: 'urn:assay:problem:validation-failed',
      errors: [{ pointer }],
    });
  });

  it('names what an unknown parameter may have meant', async () => {
    const { text } = await get('/api/v1/prompts?limits=10&Cursor=x');
    expect(JSON.parse(text).errors).toMatchObject([
      { pointer: '/limits', message: expect.stringMatching(/did you mean limit\?$/) },
      { pointer: '/Cursor', message: expect.stringMatching(/did you mean cursor\?$/) },
    ]);
  });

  it('needs a key, and counts against its rate', async () => {
    expect((await get('/api/v1/prompts', 'nobody')).status).toBe(401);
    expect((await get('/api/v1/prompts')).headers.get('ratelimit')).toMatch(/^"minute";r=599;/);
  });
});

test.each([
  ['sky', ['sky']],
  [' why  is\tthe sky ', ['why', 'is', 'the', 'sky']],
  ['"blue sky" why', ['blue sky', 'why']],
  ['a "b', ['a', '"b']],
  ['sky "" sky', ['sky', '""']],
  [' \n', []],
])('a search for %j finds what holds %j', (search, words) => {
  expect(searchWords(search)).toEqual(words);
});

describe('a cursor', () => {
  const places = fc.record({
    createdMs: fc.integer({ min: 0, max: 999_999_999_999_999 }),
    requestId: fc.stringMatching(/^[\w-]{1,64}$/),
  });

  test('gives back the place it was written for', () => {
    fc.assert(
      fc.property(places, (place) => {
        const cursor = writeCursor(place);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
        expect(readCursor(cursor)).toEqual(place);
      }),
    );
  });

  test('is one text for one place: any other is none', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.base64String({ maxLength: 200 }),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text).toString('base64url')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const place = readCursor(text);
        expect(place === undefined || writeCursor(place) === text).toBe(true);
      }),
    );
  });
});
