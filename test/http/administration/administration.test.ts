import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_OPERATIONS } from '../../../core/api/admin-operations.ts';
import { createApiKey, parseAdminToken } from '../../../core/stores/api-key.ts';
import { gatewayOfFile, gatewayOfTest } from '../../support/gateways/gateway-of-file.ts';
import { adminClient, makeToken, type AdminClient, type AdminReply } from './admin-client.ts';
import { slowIt } from '../../support/whole-run.ts';

let ask: AdminClient;
let look: AdminClient;
let writing: string;
let reading: string;

const gateway = gatewayOfFile();
beforeAll(async () => {
  writing = await makeToken(gateway.admin, 'billing', 'write');
  reading = await makeToken(gateway.admin, 'reporting', 'read');
  ask = adminClient(() => gateway.operationsUrl, writing);
  look = adminClient(() => gateway.operationsUrl, reading);
});

/** A well-formed token with the same prefix, which differs only in its hash. */
function withAnotherSecret(token: string): string {
  const body = `${token.slice(0, 'assay_admin_12345678_'.length)}${'0'.repeat(32)}`;
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let [rest, checksum] = [crc32(body), ''];
  for (let place = 0; place < 6; place += 1) {
    checksum = digits.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return `${body}_${checksum}`;
}

const payment = (key: string = randomUUID()) => ({ 'idempotency-key': key });

describe('without a token in the database', () => {
  it('the administration API is as any address that is none', async () => {
    const fresh = await gatewayOfTest();
    const nobody = adminClient(() => fresh.operationsUrl, undefined);
    const off = await nobody('GET /accounts');
    const none = await fetch(`${fresh.operationsUrl}/nothing`);
    expect([off.status, off.text]).toEqual([404, await none.text()]);
    const token = await makeToken(fresh.admin, 'a', 'read');
    expect((await adminClient(() => fresh.operationsUrl, token)('GET /accounts')).status).toBe(200);
    await fresh.admin((ledger) => ledger.revokeAdminToken('a'));
    expect((await adminClient(() => fresh.operationsUrl, token)('GET /accounts')).status).toBe(404);
  });
});

describe('admin tokens', () => {
  it('that are missing, malformed, unknown or revoked get the same 401', async () => {
    const revoked = await makeToken(gateway.admin, 'former', 'write');
    await gateway.admin((ledger) => ledger.revokeAdminToken('former'));
    const { key } = await gateway.account(1);
    const other = withAnotherSecret(writing);
    expect(parseAdminToken(other)?.prefix).toBe(parseAdminToken(writing)?.prefix);
    const replies = await Promise.all(
      [undefined, 'nonsense', revoked, key, other, `${writing}x`].map((token) =>
        adminClient(() => gateway.operationsUrl, token)('GET /accounts'),
      ),
    );
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(401);
    expect(replies[0]?.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('are named in the log where they are refused, and what is none is not repeated there', async () => {
    const before = gateway.logs().length;
    const wrong = 'assay_admin_wrong-and-secret';
    await adminClient(() => gateway.operationsUrl, wrong)('GET /accounts');
    expect((await look('POST /reload')).status).toBe(403);
    expect((await ask('POST /accounts', { name: '' })).status).toBe(400);
    const refused = (): unknown[] =>
      gateway
        .logs()
        .slice(before)
        .split('\n')
        .filter((line) => line.includes('administration request refused'))
        .map((line): unknown => JSON.parse(line));
    await expect.poll(refused).toMatchObject([
      { method: 'GET', status: 401, address: expect.stringMatching(/127\.0\.0\.1$/) },
      { method: 'POST', status: 403, token: 'reporting' },
      { method: 'POST', route: '/accounts', status: 400, token: 'billing' },
    ]);
    expect(refused()[0]).not.toHaveProperty('token');
    expect(gateway.logs()).not.toContain(wrong);
  });

  it('with the scope read look at everything and change nothing', async () => {
    const { name } = await gateway.account(1);
    for (const line of [
      'POST /accounts',
      `PATCH /accounts/${name}`,
      `POST /accounts/${name}/credits`,
      `POST /accounts/${name}/suspend`,
      `DELETE /accounts/${name}/texts`,
      `PUT /accounts/${name}/webhook`,
      `DELETE /accounts/${name}/webhook`,
      'POST /keys',
      'PATCH /keys/aaaaaaaa',
      'POST /keys/aaaaaaaa/revoke',
      'POST /reload',
    ]) {
      const { status, body } = await look(line, {}, payment());
      expect([line, status, body.type]).toEqual([line, 403, 'urn:assay:problem:scope-missing']);
    }
    for (const line of [
      'GET /accounts',
      `GET /accounts/${name}`,
      `GET /accounts/${name}/history`,
      `GET /keys?account=${name}`,
      'GET /usage',
      'GET /models',
      'GET /audit',
      'GET /webhooks/events',
      'GET /openapi.json',
    ])
      expect([line, (await look(line)).status]).toEqual([line, 200]);
  });

  it('are never served by the public port, and API keys open nothing', async () => {
    expect((await gateway.get(writing, '/admin/v1/accounts')).status).toBe(404);
    expect((await gateway.get(writing, '/api/v1/balance')).status).toBe(401);
  });
});

describe('wrong tokens', () => {
  it('are refused for a while once an address has sent thirty, and never keep a right one out', async () => {
    const guessed = await gatewayOfTest();
    const token = await makeToken(guessed.admin, 'a', 'read');
    const right = adminClient(() => guessed.operationsUrl, token);
    // No token at all, and a token that differs only in its hash.
    for (const wrong of ['assay_admin_guess', withAnotherSecret(token)]) {
      const guess = adminClient(() => guessed.operationsUrl, wrong);
      const replies = [];
      for (let attempt = 0; attempt < 32; attempt += 1) replies.push(await guess('GET /accounts'));
      const statuses = replies.map(({ status }) => status);
      const isFirst = wrong === 'assay_admin_guess';
      expect(statuses).toEqual(Array.from({ length: 32 }, (_, n) => (isFirst && n < 30 ? 401 : 429)));
      expect(replies.at(-1)?.body).toMatchObject({
        title: 'Too many requests',
        limit: 30,
        windowSeconds: 60,
        errors: [{ pointer: '', code: 'wrong_tokens' }],
      });
      expect(Number(replies.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await right('GET /accounts')).status).toBe(200);
    }
  });
});

describe('a token that asks too often', () => {
  slowIt('is told its limit in fields, as an API key is', async () => {
    const busy = await gatewayOfTest();
    const client = adminClient(() => busy.operationsUrl, await makeToken(busy.admin, 'a', 'read'));
    const first = await client('GET /accounts?limit=1');
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=600;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"minute";r=599;t=\d+$/);
    let refused: AdminReply | undefined;
    for (let burst = 0; burst < 5 && refused === undefined; burst += 1) {
      const together = await Promise.all(Array.from({ length: 60 }, () => client('GET /usage')));
      refused = together.find(({ status }) => status === 429);
    }
    expect(refused?.body).toMatchObject({
      limit: 20,
      errors: [{ pointer: '', code: 'requests_in_flight' }],
    });
    let last = first;
    for (let sent = 0; sent < 3_000 && last.status === 200; sent += 10)
      last =
        (await Promise.all(Array.from({ length: 10 }, () => client('GET /accounts?limit=1')))).at(-1) ?? last;
    expect(last.body).toMatchObject({
      status: 429,
      limit: 600,
      windowSeconds: 60,
      errors: [{ pointer: '', code: 'requests_per_minute' }],
    });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('accounts', () => {
  it('are made, read, changed, suspended and resumed', async () => {
    const made = await ask('POST /accounts', { name: 'acme', credits: 12.5 });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'acme',
        requestsPerMinute: 600,
        requestsInFlight: 100,
        zeroDataRetention: false,
        cache: false,
        holds: 'likely',
        markup: 1,
        credits: 12.5,
        reserved: 0,
        budgetDay: null,
        budgetDayLeft: null,
        budgetMonth: null,
        budgetMonthLeft: null,
        suspended: false,
        webhook: null,
      },
    ]);
    expect((await ask('POST /accounts', { name: 'acme' })).body).toMatchObject({
      status: 409,
      type: 'urn:assay:problem:exists',
    });
    const changed = await ask('PATCH /accounts/acme', {
      markup: 1.25,
      holds: 'worst',
      zeroDataRetention: true,
      cache: true,
      requestsPerMinute: 5,
    });
    expect(changed.body).toMatchObject({
      markup: 1.25,
      holds: 'worst',
      zeroDataRetention: true,
      cache: true,
      requestsPerMinute: 5,
      requestsInFlight: 100,
      credits: 12.5,
    });
    expect((await ask('POST /accounts/acme/suspend')).body).toEqual({ name: 'acme', suspended: true });
    expect((await look('GET /accounts/acme')).body.suspended).toBe(true);
    await ask('POST /accounts/acme/resume');
    expect((await look('GET /accounts/acme')).body.suspended).toBe(false);
    for (const line of ['GET /accounts/nobody', 'POST /accounts/nobody/suspend'])
      expect((await ask(line)).status).toBe(404);
  });

  it('are listed in pages', async () => {
    for (const name of ['one', 'two', 'three']) await ask('POST /accounts', { name: `page ${name}` });
    const whole = (await look('GET /accounts?limit=1000')).body.accounts;
    const names = [];
    let cursor = '';
    do {
      const { body } = await look(`GET /accounts?limit=2${cursor}`);
      names.push(...body.accounts);
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(names).toEqual(whole);
    expect((await look('GET /accounts?limit=0')).body.errors[0].pointer).toBe('/limit');
    expect((await look('GET /accounts?cursor=AAAA')).body.errors[0].pointer).toBe('/cursor');
    expect((await look('GET /accounts?sort=name&limits=5&sort=up')).body.errors).toEqual([
      {
        pointer: '/sort',
        code: 'unknown_field',
        message: 'unknown parameter; allowed here: limit, cursor',
      },
      {
        pointer: '/limits',
        code: 'unknown_field',
        message: 'unknown parameter; allowed here: limit, cursor; did you mean limit?',
      },
    ]);
  });

  it.each([
    ['POST /accounts', {}, '/name'],
    ['POST /accounts', { name: 'x', credits: -1 }, '/credits'],
    ['POST /accounts', { name: 'x', credits: 0.0000001 }, '/credits'],
    ['POST /accounts', { name: 'x\ny' }, '/name'],
    ['POST /accounts', { name: 'x', plan: 'gold' }, '/plan'],
    ['PATCH /accounts/acme', {}, ''],
    ['PATCH /accounts/acme', { markup: 1.2345 }, '/markup'],
    ['PATCH /accounts/acme', { holds: 'none' }, '/holds'],
    ['PATCH /accounts/acme', { cache: 'on' }, '/cache'],
    ['PATCH /accounts/acme', { requestsPerMinute: 0 }, '/requestsPerMinute'],
    ['PUT /accounts/acme/webhook', { url: 'http://169.254.169.254/' }, '/url'],
    ['POST /keys', { account: 'acme', expires: '2001-01-01' }, '/expires'],
    ['POST /keys', { account: 'acme', name: 'a\u202eb' }, '/name'],
    ['POST /keys', { account: 'a\0b' }, '/account'],
    ['PATCH /accounts/a%00b', { holds: 'worst' }, '/name'],
  ])('refuse %s with %j, naming %j', async (line, body, pointer) => {
    const reply = await ask(line, body);
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([{ pointer, code: expect.any(String) }]);
  });

  it.each([
    ['GET /accounts/a%00b', '/name'],
    ['GET /accounts/a%00b/history', '/name'],
    ['GET /keys?account=a%00b', '/account'],
    ['GET /usage?account=a%00b', '/account'],
  ])('refuse the NUL character in %s, naming %s', async (line, pointer) => {
    const reply = await look(line);
    expect([line, reply.status, reply.body.errors]).toEqual([
      line,
      400,
      [{ pointer, code: 'pattern', message: 'must hold no NUL character' }],
    ]);
  });

  it('take bodies of 64 KB of JSON, and no more', async () => {
    expect((await ask('POST /accounts', `{"name":"${'x'.repeat(65_536)}"}`)).status).toBe(413);
    expect((await ask('POST /accounts', '{"name":"a","name":"b"}')).status).toBe(400);
    const plain = await ask('POST /accounts', { name: 'x' }, { 'content-type': 'text/plain' });
    expect(plain.status).toBe(415);
    expect((await ask('PUT /accounts', {})).status).toBe(405);
    expect((await ask('GET /nothing')).status).toBe(404);
  });
});

describe('credits', () => {
  it('are given once for each payment, however often it is posted', async () => {
    const { name, balance } = await gateway.account(1);
    const key = payment();
    const body = { credits: 20.25, note: 'invoice 17' };
    const first = await ask(`POST /accounts/${name}/credits`, body, key);
    expect([first.status, first.body]).toEqual([200, { name, credits: 21.25, reserved: 0 }]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const again = await Promise.all(
      Array.from({ length: 20 }, () => ask(`POST /accounts/${name}/credits`, body, key)),
    );
    for (const reply of again) {
      expect([reply.status, reply.text]).toEqual([200, first.text]);
      expect(reply.headers.get('idempotency-replayed')).toBe('true');
    }
    expect((await balance()).posted).toBe(21_250_000);
    await gateway.restart();
    expect((await ask(`POST /accounts/${name}/credits`, body, key)).text).toBe(first.text);
    expect((await balance()).posted).toBe(21_250_000);
    expect((await look(`GET /accounts/${name}/history`)).body.entries).toMatchObject([
      { kind: 'grant', credits: 20.25, note: 'invoice 17', promptLogId: null },
      { kind: 'grant', credits: 1, note: null },
    ]);
  });

  it('need a key, and refuse it with another payment', async () => {
    const [{ name, balance }, other] = [await gateway.account(1), await gateway.account(1)];
    const missing = await ask(`POST /accounts/${name}/credits`, { credits: 1 });
    expect(missing.body.errors).toMatchObject([{ pointer: '', code: 'idempotency_key' }]);
    const key = payment();
    await ask(`POST /accounts/${name}/credits`, { credits: 1 }, key);
    for (const [account, body] of [
      [name, { credits: 2 }],
      [name, { credits: -1 }],
      [name, { credits: 1, note: 'another' }],
      [other.name, { credits: 1 }],
    ] as const) {
      const reply = await ask(`POST /accounts/${account}/credits`, body, key);
      expect([reply.status, reply.body.type]).toEqual([422, 'urn:assay:problem:payment-mismatch']);
      // A new key for the same payment would credit it twice.
      expect(reply.body.detail).toMatch(/credited under this key already.*history.*new key only for another/);
    }
    expect([(await balance()).posted, (await other.balance()).posted]).toEqual([2_000_000, 1_000_000]);
  });

  it('are taken back only where they are free', async () => {
    const { name } = await gateway.account(3);
    const back = await ask(`POST /accounts/${name}/credits`, { credits: -2 }, payment());
    expect(back.body).toEqual({ name, credits: 1, reserved: 0 });
    const key = payment();
    const tooMuch = await ask(`POST /accounts/${name}/credits`, { credits: -2 }, key);
    expect(tooMuch.body.errors).toMatchObject([{ pointer: '/credits' }]);
    await ask(`POST /accounts/${name}/credits`, { credits: 1 }, payment());
    expect((await ask(`POST /accounts/${name}/credits`, { credits: -2 }, key)).body.credits).toBe(0);
    for (const credits of [0, 1e-7, 1e300, '5'])
      expect((await ask(`POST /accounts/${name}/credits`, { credits }, payment())).status).toBe(400);
    expect((await ask(`POST /accounts/${name}/credits`, { credits: 1e-7 }, payment())).body.errors).toEqual([
      { pointer: '/credits', code: 'range', message: expect.stringContaining('at most 6 decimal places') },
    ]);
    expect((await ask('POST /accounts/nobody/credits', { credits: 1 }, payment())).status).toBe(404);
  });

  it('are there for the very next request', async () => {
    const { name, key } = await gateway.account(0);
    const prompt = { prompt: 'hi', models: ['gpt-5.4'] };
    expect((await gateway.post(key, prompt)).status).toBe(402);
    await ask(`POST /accounts/${name}/credits`, { credits: 100 }, payment());
    expect((await gateway.post(key, prompt)).status).toBe(200);
    const usage = (await look(`GET /usage?by=model&account=${name}`)).body;
    expect(usage.rows).toMatchObject([{ model: 'gpt-5.4', calls: 1 }]);
    expect(usage.total.billedCredits).toBeGreaterThan(0);
    expect((await look('GET /usage?account=nobody')).status).toBe(404);
    expect((await look('GET /usage?by=hour&month=2026-13')).body.errors).toHaveLength(2);
  });
});

describe('keys', () => {
  it('are listed in pages, each key once', async () => {
    const { name } = await gateway.account(0);
    const made: unknown[] = [];
    for (let count = 0; count < 4; count += 1)
      made.push((await ask('POST /keys', { account: name, name: `key ${count}` })).body.prefix);
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const { body } = await look(`GET /keys?account=${name}&limit=2${cursor}`);
      expect(body.keys.length).toBeLessThanOrEqual(2);
      seen.push(...body.keys.map((key: Readonly<Record<string, unknown>>) => key['prefix']));
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    // The first key came with the account.
    expect(seen.slice(1)).toEqual(made);
    expect((await look(`GET /keys?account=${name}&cursor=AAAA`)).body.errors[0].pointer).toBe('/cursor');
  });

  it('are made, listed without their secrets, and revoked', async () => {
    const { name } = await gateway.account(100);
    const made = await ask('POST /keys', { account: name, name: 'ci', expires: '2999-01-01' });
    expect(made.status).toBe(201);
    const { key, prefix } = made.body;
    expect((await gateway.post(key, { prompt: 'hi', models: ['gpt-5.4'] })).status).toBe(200);
    const listed = await look(`GET /keys?account=${name}`);
    expect(listed.body.keys.at(-1)).toMatchObject({
      name: 'ci',
      prefix,
      account: name,
      expires: '2999-01-01T00:00:00.000Z',
      lastUsed: expect.any(String),
      revoked: null,
    });
    expect(listed.text).not.toContain(key);
    expect((await ask(`POST /keys/${prefix}/revoke`)).body).toEqual({ prefix, revoked: true });
    expect((await gateway.post(key, { prompt: 'hi', models: ['gpt-5.4'] })).status).toBe(401);
    expect((await ask(`POST /keys/${prefix}/revoke`)).status).toBe(404);
    expect((await ask('POST /keys', { account: 'nobody' })).status).toBe(404);
    const models = Array.from({ length: 64 }, (_, index) => `${'m'.repeat(100)}${index}`);
    expect((await ask('POST /keys', { account: name, models })).body.errors[0].pointer).toBe('/models');
    expect((await look('GET /keys')).status).toBe(400);
  });
});

describe('keys made under an Idempotency-Key', () => {
  it('are made once, however often they are posted, and the repetition names the key', async () => {
    const { name } = await gateway.account(100);
    const named = payment();
    const made = await ask('POST /keys', { account: name, name: 'ci' }, named);
    expect(made.status).toBe(201);
    const { key, prefix } = made.body;
    const repeated = await ask('POST /keys', { account: name, name: 'ci' }, named);
    expect([repeated.status, repeated.body]).toMatchObject([
      409,
      {
        type: 'urn:assay:problem:key-made',
        prefix,
        detail: expect.stringContaining(`/keys/${prefix}/rotate`),
      },
    ]);
    expect(repeated.body.detail).toMatch(new RegExp(`${prefix} of the account ${name}, named ci,`));
    // Another body makes none either.
    expect((await ask('POST /keys', { account: 'nobody' }, named)).status).toBe(404);
    expect((await ask('POST /keys', { account: name, name: 'other' }, named)).body.prefix).toBe(prefix);
    const listed = (await look(`GET /keys?account=${name}`)).body.keys;
    expect(listed.slice(1)).toMatchObject([{ prefix, name: 'ci' }]);
    const { entries } = (await look('GET /audit')).body;
    const ofKey = (entry: { readonly detail: { readonly prefix?: string } }) =>
      entry.detail.prefix === prefix;
    expect(entries.filter(ofKey)).toMatchObject([
      { action: 'key.create', subject: name, detail: { name: 'ci' } },
    ]);
    // The remedy in the problem returns a text that works again.
    const rotated = (await ask(`POST /keys/${prefix}/rotate`, { graceSeconds: 0 })).body;
    const statuses = [key, rotated.key].map((each) =>
      gateway.post(each, { prompt: 'hi', models: ['gpt-5.4'] }),
    );
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 200]);
    expect((await ask('POST /keys', { account: name }, named)).body.detail).toContain('It is revoked.');
  });

  it('posted twenty times at once are one, and a refused one leaves its Idempotency-Key free', async () => {
    const named = payment();
    expect((await ask('POST /keys', { account: 'nobody' }, named)).status).toBe(404);
    const { name } = await gateway.account(1);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ask('POST /keys', { account: name }, named)),
    );
    expect(Object.groupBy(replies, ({ status }) => status)).toMatchObject({
      201: { length: 1 },
      409: { length: 19 },
    });
    expect((await look(`GET /keys?account=${name}`)).body.keys).toHaveLength(2);
    const { status, body } = await ask('POST /keys', { account: name }, payment(''));
    expect([status, body.errors]).toMatchObject([400, [{ code: 'idempotency_key' }]]);
  });
});

describe('keys that are changed', () => {
  it('get budgets and another expiry, which their next request meets, and the audit log has it', async () => {
    const { name, key, prefix } = await gateway.account(100);
    const prompt = { prompt: 'hi', models: ['gpt-5.4'] };
    const set = await ask(`PATCH /keys/${prefix}`, {
      budgetDay: 0,
      budgetMonth: 50.5,
      expires: '2999-01-01',
    });
    expect([set.status, set.body]).toEqual([
      200,
      { prefix, budgetDay: 0, budgetMonth: 50.5, expires: '2999-01-01T00:00:00.000Z' },
    ]);
    const refused = await gateway.post(key, prompt);
    expect([refused.status, refused.body]).toMatchObject([
      402,
      { type: 'urn:assay:problem:budget-exhausted', budget: { scope: 'key', period: 'day' } },
    ]);
    const lifted = await ask(`PATCH /keys/${prefix}`, { budgetDay: null, expires: null });
    expect(lifted.body).toEqual({ prefix, budgetDay: null, expires: null });
    expect((await gateway.post(key, prompt)).status).toBe(200);
    expect((await look(`GET /keys?account=${name}`)).body.keys).toMatchObject([
      { prefix, budgetDay: null, budgetMonth: 50.5, expires: null },
    ]);
    expect((await look('GET /audit?limit=2')).body.entries).toMatchObject([
      {
        actor: 'billing',
        action: 'key.set',
        subject: prefix,
        detail: { budgetDayMicroCredits: null, expires: null },
      },
      {
        via: 'api',
        action: 'key.set',
        detail: { budgetDayMicroCredits: 0, budgetMonthMicroCredits: 50_500_000 },
      },
    ]);
  });

  it('get another name and other limits, which their next request meets, and the audit log has it', async () => {
    const { name, key, prefix } = await gateway.account(100);
    const prompt = { prompt: 'hi', models: ['gpt-5.4'] };
    const limits = { name: 'ci', models: ['claude-*'], requestsPerMinute: 2 };
    const set = await ask(`PATCH /keys/${prefix}`, limits);
    expect([set.status, set.body]).toEqual([200, { prefix, ...limits }]);
    expect((await look(`GET /keys?account=${name}`)).body.keys).toMatchObject([{ prefix, ...limits }]);
    expect((await gateway.post(key, prompt)).body).toMatchObject({
      status: 403,
      type: 'urn:assay:problem:model-not-allowed',
    });
    const lifted = { models: null, name: null };
    expect((await ask(`PATCH /keys/${prefix}`, lifted)).body).toEqual({ prefix, ...lifted });
    const statuses = [];
    for (let sent = 0; sent < 3; sent += 1) statuses.push((await gateway.post(key, prompt)).status);
    expect(statuses).toContain(200);
    expect(statuses.at(-1)).toBe(429);
    expect((await look('GET /audit?limit=2')).body.entries).toMatchObject([
      { actor: 'billing', action: 'key.set', subject: prefix, detail: lifted },
      { actor: 'billing', action: 'key.set', subject: prefix, detail: limits },
    ]);
  });

  it.each([
    [{}, ''],
    [{ name: 'a\u0000b' }, '/name'],
    [{ models: [] }, '/models'],
    [{ models: ['gpt 5'] }, '/models/0'],
    [{ models: ['gpt-5.4', 'gtp-4o'] }, '/models/1'],
    [{ models: ['claudes-*'] }, '/models/0'],
    [{ budgetDay: 2, budgetMonth: 1 }, '/budgetDay'],
    [{ models: Array.from({ length: 64 }, (_, index) => `${'m'.repeat(100)}${index}`) }, '/models'],
    [{ requestsPerMinute: 0 }, '/requestsPerMinute'],
    [{ budgetDay: -1 }, '/budgetDay'],
    [{ budgetMonth: 0.000_000_1 }, '/budgetMonth'],
    [{ expires: 'tomorrow or so' }, '/expires'],
    [{ expires: '2001-01-01' }, '/expires'],
    [{ account: 'other' }, '/account'],
  ])('take no %j', async (body, pointer) => {
    const { prefix } = await gateway.account(1);
    const { status, body: problem } = await ask(`PATCH /keys/${prefix}`, body);
    expect([status, problem.errors]).toMatchObject([400, [{ pointer }]]);
  });

  it.each([
    [
      {},
      'missing',
      'nothing is named; name at least one of: name, models, requestsPerMinute, budgetDay, budgetMonth, expires',
    ],
    [
      { expires: 'tomorrow' },
      'pattern',
      'takes a day in UTC, such as 2027-01-31, or a moment in ISO 8601 with its zone, such as 2027-01-31T12:00:00Z; null for never',
    ],
    [
      { budgetDay: 1e-7 },
      'range',
      'An amount of credits has at most 6 decimal places: round it. The smallest is 0.000001.',
    ],
  ])('say what is wrong with %j', async (body, code, message) => {
    const { prefix } = await gateway.account(1);
    const { errors } = (await ask(`PATCH /keys/${prefix}`, body)).body;
    expect(errors).toMatchObject([{ code, message }]);
  });

  it('keep a day’s budget within the month’s, also where only one of them is named', async () => {
    const { name, prefix } = await gateway.account(1);
    for (const path of [`/keys/${prefix}`, `/accounts/${name}`]) {
      expect((await ask(`PATCH ${path}`, { budgetDay: 5, budgetMonth: 5 })).status).toBe(200);
      const { status, body } = await ask(`PATCH ${path}`, { budgetMonth: 4.5 });
      expect([status, body.errors]).toEqual([
        400,
        [
          {
            pointer: '/budgetMonth',
            code: 'range',
            message:
              'The budget of a day, 5 credits, is more than the budget of a month, 4.5: lower the one or raise the other.',
          },
        ],
      ]);
      expect((await ask(`PATCH ${path}`, { budgetMonth: 4.5, budgetDay: null })).status).toBe(200);
    }
  });

  it('say which model was meant', async () => {
    const { name } = await gateway.account(1);
    const models = ['gtp-4o', 'claude-*', 'qqqqqqqqqqqq', 'nothing-*'];
    const { status, body } = await ask('POST /keys', { account: name, models });
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          pointer: '/models/0',
          code: 'unknown_model',
          message: 'there is no such model; did you mean gpt-4o?',
        },
        {
          pointer: '/models/2',
          code: 'unknown_model',
          message: 'there is no such model; GET /admin/v1/models lists them',
        },
        {
          pointer: '/models/3',
          code: 'unknown_model',
          message: 'no model begins so; GET /admin/v1/models lists them',
        },
      ],
    ]);
  });

  it('have no name that could be the prefix of another key', async () => {
    const [own, other] = [await gateway.account(1), await gateway.account(1)];
    const refused = await Promise.all(
      [other.prefix, `assay_${other.prefix}`, `assay_${other.prefix}_`, other.key].flatMap((name) => [
        ask('POST /keys', { account: own.name, name }),
        ask(`PATCH /keys/${own.prefix}`, { name }),
      ]),
    );
    for (const { status, body, text } of refused) {
      expect([status, body.errors[0].pointer]).toEqual([400, '/name']);
      expect(text).toMatch(/put a hyphen in it/);
      expect(text).not.toContain(other.prefix);
    }
    expect((await ask(`PATCH /keys/${own.prefix}`, { name: `${other.prefix}-2` })).status).toBe(200);
  });

  it('are refused by a word that is one key’s name and another’s prefix', async () => {
    const [own, other] = [await gateway.account(1), await gateway.account(1)];
    const { prefix, hash } = createApiKey();
    await gateway.admin((ledger) =>
      ledger.createKey({ accountName: own.name, prefix, hash, name: other.prefix, expiresMs: undefined }),
    );
    const limit = { requestsPerMinute: 5 };
    const both = await ask(`PATCH /keys/${other.prefix}`, limit);
    expect([both.status, both.body.errors[0].message]).toEqual([
      400,
      `A key of ${other.name} begins so, and others have this name: write assay_${other.prefix} for the former, or the prefix of one of the others, ${prefix} of ${own.name}.`,
    ]);
    for (const [named, changed] of [
      [`assay_${other.prefix}`, other.prefix],
      [prefix, prefix],
    ])
      expect((await ask(`PATCH /keys/${named}`, limit)).body).toMatchObject({ prefix: changed });
  });

  it('are named by their name as well, in every operation on a key', async () => {
    const { name } = await gateway.account(1);
    const named = `mia ${name}`;
    const at = `/keys/${encodeURIComponent(named)}`;
    const { prefix, key } = (await ask('POST /keys', { account: name, name: named })).body;
    expect((await ask(`PATCH ${at}`, { requestsPerMinute: 5 })).body).toEqual({
      prefix,
      requestsPerMinute: 5,
    });
    const rotated = (await ask(`POST ${at}/rotate`, {})).body;
    expect(rotated.replaces).toBe(prefix);
    const both = await ask(`POST ${at}/revoke`);
    expect([both.status, both.body.errors[0].message]).toEqual([
      400,
      `Several keys have this name: name one by its prefix, ${prefix} of ${name}, ${rotated.prefix} of ${name}.`,
    ]);
    expect((await ask(`POST /keys/${key}/revoke`)).status).toBe(200);
    expect((await ask(`POST ${at}/revoke`)).body).toEqual({ prefix: rotated.prefix, revoked: true });
  });
});

describe('rotated keys', () => {
  it('work beside the old one until its grace ends, once', async () => {
    const { name, key: old, prefix } = await gateway.account(100);
    const prompt = { prompt: 'hi', models: ['gpt-5.4'] };
    const rotated = await ask(`POST /keys/${prefix}/rotate`, { graceSeconds: 3_600 });
    expect(rotated.body).toMatchObject({ account: name, replaces: prefix });
    for (const key of [old, rotated.body.key]) expect((await gateway.post(key, prompt)).status).toBe(200);
    expect((await ask(`POST /keys/${prefix}/rotate`, {})).body).toMatchObject({
      status: 409,
      type: 'urn:assay:problem:key-replaced',
      title: 'The key was replaced',
    });
    for (const expires of [null, '2999-01-01'])
      expect((await ask(`PATCH /keys/${prefix}`, { expires })).body).toMatchObject({
        status: 409,
        type: 'urn:assay:problem:key-replaced',
        detail: expect.stringMatching(
          new RegExp(
            `${prefix} was replaced by ${rotated.body.prefix} on \\d{4}-\\d\\d-\\d\\d.*make a new key`,
          ),
        ),
      });
    const again = await ask(`POST /keys/${rotated.body.prefix}/rotate`, { graceSeconds: 0 });
    expect((await gateway.post(rotated.body.key, prompt)).status).toBe(401);
    expect((await ask(`PATCH /keys/${rotated.body.prefix}`, { expires: null })).status).toBe(409);
    expect((await gateway.post(rotated.body.key, prompt)).status).toBe(401);
    expect((await gateway.post(again.body.key, prompt)).status).toBe(200);
    expect((await ask('POST /keys/nothing/rotate', {})).status).toBe(404);
    expect((await ask(`POST /keys/${prefix}/rotate`, { graceSeconds: -1 })).body.errors).toMatchObject([
      { pointer: '/graceSeconds' },
    ]);
    expect((await look('GET /audit?limit=1')).text).not.toContain(again.body.key);
  });
});

describe('usage in the columns of FOCUS', () => {
  slowIt('adds up to all charges to the micro-credit, as JSON and as CSV', async () => {
    const accounts = await Promise.all(
      [1, 2, 3].map((n) => gateway.account(1_000, { markupMilli: 1_000 + n })),
    );
    for (const [index, { key }] of accounts.entries())
      for (const models of [['gpt-4o', 'claude-haiku-4-5'], ['gpt-5.4-mini']].slice(0, index + 1))
        expect((await gateway.post(key, { prompt: 'How far is it?', models })).status).toBe(200);
    const names = (await gateway.admin((ledger) => ledger.listAccounts())).map(({ name }) => name);
    const charged = new Map<string, bigint>();
    for (const name of names) {
      const entries = await gateway.admin((ledger) => ledger.history(name, 1_000));
      const charges = entries.filter(({ kind }) => kind === 'charge');
      charged.set(
        name,
        charges.reduce((sum, { microCredits }) => sum + BigInt(microCredits), 0n),
      );
    }
    type Row = Readonly<Record<string, string | null>>;
    // At 100 credits a dollar.
    const billed = (rows: readonly Row[]): bigint =>
      rows.reduce((sum, row) => {
        const [whole = '', fraction = ''] = (row['BilledCost'] ?? '').split('.');
        return sum + BigInt(whole + fraction.padEnd(8, '0'));
      }, 0n);
    const total = [...charged.values()].reduce((sum, each) => sum + each, 0n);
    const rows: readonly Row[] = (await look('GET /usage?format=focus')).body;
    expect([total > 0n, billed(rows)]).toEqual([true, total]);
    for (const { name } of accounts) {
      const own: readonly Row[] = (await look(`GET /usage?format=focus&account=${name}`)).body;
      expect([own.length > 0, billed(own)]).toEqual([true, charged.get(name)]);
    }
    const publishers = new Set(rows.map((row) => row['PublisherName']));
    expect(publishers).toEqual(new Set(['OpenAI', 'Anthropic']));

    const csv = await fetch(`${gateway.operationsUrl}/admin/v1/usage?format=focus-csv`, {
      headers: { authorization: `Bearer ${reading}` },
    });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const parsed: readonly Row[] = parse(await csv.text(), { columns: true });
    const filled = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value ?? ''])),
    );
    expect(parsed).toEqual(filled);
    expect((await look('GET /usage?format=focus&to=2001-01-01&from=2000-01-01')).text).toBe('[]');
  });

  it('names the key and its account, as the usage by key does', async () => {
    const { name } = await gateway.account(100);
    const { key, prefix } = (await ask('POST /keys', { account: name, name: 'ci' })).body;
    expect((await gateway.post(key, { prompt: 'hi', models: ['gpt-5.4'] })).status).toBe(200);
    expect((await look(`GET /usage?by=key&account=${name}`)).body.rows).toMatchObject([
      { key: prefix, keyName: 'ci', account: name, calls: 1 },
    ]);
    expect((await look(`GET /usage?format=focus&account=${name}`)).body).toMatchObject([
      { SubAccountId: prefix, SubAccountName: 'ci', BillingAccountName: name },
    ]);
  });

  it.each([
    ['format=csv', '/format'],
    ['format=focus&by=model', '/by'],
  ])('takes no %s', async (query, pointer) => {
    const { status, body } = await look(`GET /usage?${query}`);
    expect([status, body.errors]).toMatchObject([400, [{ pointer }]]);
  });
});

it.each(Object.values(ADMIN_OPERATIONS))(
  '$method $path refuses a parameter that it does not take',
  async (row) => {
    const { path, method } = row;
    const line = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'any')}?nonsense=1`;
    const { status, body } = await ask(line);
    expect(status).toBe(400);
    expect(body.errors).toContainEqual(
      expect.objectContaining({ pointer: '/nonsense', code: 'unknown_field' }),
    );
  },
);

describe('the rest of a gateway', () => {
  it('has its models with what their keys need, and reloads', async () => {
    const { models, switchedOff } = (await look('GET /models')).body;
    expect(models.length).toBeGreaterThan(40);
    expect(models.find(({ id }: { readonly id: string }) => id === 'gpt-5.4')).toMatchObject({
      configured: true,
      variable: 'OPENAI_API_KEY',
      keys: 1,
    });
    expect(switchedOff).toEqual([]);
    expect((await ask('POST /reload')).body).toMatchObject({ outcome: 'unchanged' });
    expect((await look('GET /audit?limit=1')).body.entries).toMatchObject([
      { via: 'api', actor: 'billing', action: 'reload', detail: { outcome: 'unchanged' } },
    ]);
  });

  it.each([
    ['a%20person', 'a person'],
    ['%C3%BC%zz', 'unknown'],
    [undefined, 'unknown'],
    ['x%00y', 'x?y'],
    [encodeURIComponent('é'.repeat(80)), 'unknown'],
  ])('that the command reloads for the user %j notes %j', async (user, actor) => {
    const { status } = await gateway.reload(user === undefined ? {} : { 'assay-user': user });
    expect(status).toBe(200);
    expect((await look('GET /audit?limit=1')).body.entries).toMatchObject([
      { via: 'command', actor, origin: hostname(), action: 'reload', detail: { outcome: 'unchanged' } },
    ]);
  });

  it('has webhooks, whose secret is shown once', async () => {
    const { name } = await gateway.account(1);
    const url = 'https://receiver.example/hook';
    const set = await ask(`PUT /accounts/${name}/webhook`, { url });
    expect(set.body).toEqual({ webhook: url, webhookSecret: expect.stringMatching(/^whsec_/) });
    const account = await look(`GET /accounts/${name}`);
    expect(account.body.webhook).toBe(url);
    expect(account.text).not.toContain('whsec_');
    expect((await ask(`DELETE /accounts/${name}/webhook`)).body).toEqual({ webhook: null, eventsDeleted: 0 });
    expect((await look('GET /webhooks/events')).body).toEqual({ events: [] });
    expect((await ask(`POST /webhooks/events/${randomUUID()}/retry`)).status).toBe(404);
  });
});

describe('the audit log', () => {
  it('has every change with the token’s name and the address, in pages, and no secret anywhere', async () => {
    const name = 'audited';
    await ask('POST /accounts', { name, credits: 1 });
    await ask(`POST /accounts/${name}/credits`, { credits: 2, note: 'n' }, payment('payment-secret-key'));
    await ask(`PATCH /accounts/${name}`, { markup: 2 });
    const { key, prefix } = (await ask('POST /keys', { account: name })).body;
    await ask(`POST /keys/${prefix}/revoke`);
    const { webhookSecret } = (
      await ask(`PUT /accounts/${name}/webhook`, { url: 'https://r.example/hidden-path' })
    ).body;
    const pages = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const { body } = await look(`GET /audit?limit=2${cursor}`);
      pages.push(...body.entries);
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(pages.toReversed().map(({ action, subject }) => [action, subject])).toEqual([
      ['account.create', name],
      ['account.credit', name],
      ['account.set', name],
      ['key.create', name],
      ['key.revoke', prefix],
      ['webhook.set', name],
    ]);
    for (const { via, actor, origin } of pages)
      expect([via, actor, origin]).toEqual(['api', 'billing', expect.stringMatching(/127\.0\.0\.1$/)]);
    expect((await look('GET /audit?from=2001-01-01&to=2001-02-01')).body).toEqual({
      entries: [],
      nextCursor: null,
    });
    expect((await look('GET /audit?from=soon')).body.errors[0].pointer).toBe('/from');
    const disk = readdirSync(gateway.folder)
      .filter((file) => file.startsWith('assay.db'))
      .map((file) => readFileSync(join(gateway.folder, file), 'latin1'))
      .join('\n');
    expect(disk).toContain('account.credit');
    for (const secret of [writing, reading, key, 'payment-secret-key']) {
      expect(disk).not.toContain(secret);
      expect(gateway.logs()).not.toContain(secret);
    }
    for (const secret of [webhookSecret, 'hidden-path']) {
      expect(JSON.stringify(pages)).not.toContain(secret);
      expect(gateway.logs()).not.toContain(secret);
    }
    expect(gateway.logs()).toContain('"token":"billing"');
  });
});
