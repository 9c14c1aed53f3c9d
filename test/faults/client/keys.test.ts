import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Ledger } from '../../../core/ledger/ledger.ts';
import { parseApiKey } from '../../../core/stores/api-key.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { eventually } from '../../support/eventually.ts';
import { forgeKey } from './forge-key.ts';
import { answerTo, postBytes, type RawReply } from '../../support/clients/raw-connection.ts';

/** Key look-ups since the test began. */
let asked: Uint8Array[] = [];
let storeIsDown = false;
/** Holds back every answer. */
let held: PromiseWithResolvers<void>;
const BODY = JSON.stringify({ prompt: 'hi', models: ['gpt-4o'] });

/** The real ledger, with key look-ups recorded and able to fail. */
function watchLookUps<Whole extends Ledger>(ledger: Whole): Whole {
  return new Proxy(ledger, {
    get(target, name) {
      if (name === 'authenticate')
        return (keyHash: Uint8Array) => {
          asked.push(keyHash);
          return storeIsDown ? Promise.reject(new Error('no store')) : target.authenticate(keyHash);
        };
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

const gateway = gatewayOfFile({
  aroundLedger: watchLookUps,
  sandbox: {
    reply: async () => {
      await held.promise;
      return undefined;
    },
  },
});
const account = accountOfFile(gateway, 1_000);
beforeEach(() => {
  asked = [];
  held = Promise.withResolvers();
  held.resolve();
  gateway.upstream.clear();
});
afterEach(() => held.resolve());

function ask(fields: readonly string[], line?: string): Promise<RawReply | undefined> {
  const bytes = postBytes({ body: BODY, fields, ...(line !== undefined && { line }) });
  return answerTo(gateway.url, Buffer.from(bytes, 'latin1'));
}

/** Everything in a refusal that a client could compare; each has an ID of its own. */
async function refusal(fields: readonly string[]): Promise<unknown> {
  const reply = await ask(fields);
  const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(reply?.headers ?? []);
  return { status: reply?.status, body: reply?.body, headers };
}

it('13 two Authorization headers are a 401, even if both are valid', async () => {
  const right = `Authorization: Bearer ${account.key}`;
  expect((await ask([right, 'Authorization: Bearer x']))?.status).toBe(401);
  expect((await ask([right, right]))?.status).toBe(401);
});

it('13 white space behind the key is ignored (RFC 9110, 5.5); between scheme and key there is one space', async () => {
  expect((await ask([`Authorization: Bearer ${account.key} \t`]))?.status).toBe(200);
  for (const between of ['  ', '\t', ',', ''])
    expect((await ask([`Authorization: Bearer${between}${account.key}`]))?.status).toBe(401);
});

it.each<[string, (key: string) => string]>([
  ['a quote and a comment', (key) => `${key.slice(0, -3)}'--`],
  ['8 KiB', (key) => key.padEnd(8_192, 'a')],
  ['letters past ASCII', (key) => key.replace('assay', 'ass\u00e4y')],
  ['nothing but its scheme', () => ''],
  ['a wrong checksum', (key) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')],
])('14 and 17 a key with %s gets the same 401 as no key, without a look-up', async (_name, change) => {
  const none = await refusal([]);
  expect(await refusal([`Authorization: Bearer ${change(account.key)}`])).toEqual(none);
  expect(asked).toEqual([]);
});

it('14 a key with NUL is invalid HTTP: 400, without a look-up', async () => {
  const reply = await ask([
    `Authorization: Bearer ${account.key.slice(0, 20)}\u0000${account.key.slice(21)}`,
  ]);
  expect([reply?.status, asked]).toEqual([400, []]);
});

it('15 a key that shares its first 20 characters with another does not open its account', async () => {
  const alike = forgeKey(account.key, 20);
  expect(alike.slice(0, 20)).toBe(account.key.slice(0, 20));
  expect((await ask([`Authorization: Bearer ${alike}`]))?.status).toBe(401);
  expect(asked).toHaveLength(1);
  // No second key with this prefix can be created: people name keys by their prefix.
  const made = parseApiKey(alike);
  if (made === undefined) throw new Error('the forged key must look like one');
  const other = await gateway.account(5);
  const store = gateway.admin((ledger) => ledger.createKey({ ...made, accountName: other.name }));
  await expect(store).rejects.toThrow();
});

it('16 the hash of a key is not accepted as a key', async () => {
  const digest = hash('sha256', account.key);
  for (const token of [digest, `assay_${digest.slice(0, 8)}_${digest.slice(8, 40)}_${digest.slice(40, 46)}`])
    expect((await ask([`Authorization: Bearer ${token}`]))?.status).toBe(401);
});

it('18 if keys cannot be looked up, every address that takes a key answers 503', async () => {
  storeIsDown = true;
  try {
    for (const line of ['POST /api/v1/prompt', 'POST /api/v1/prompt/quote', 'GET /api/v1/balance'])
      expect((await ask([`Authorization: Bearer ${account.key}`], `${line} HTTP/1.1`))?.status).toBe(503);
    for (const line of ['GET /api/v1/models', 'GET /api/v1/prompts/x'])
      expect((await ask([`Authorization: Bearer ${account.key}`], `${line} HTTP/1.1`))?.status).toBe(503);
    expect(gateway.upstream.requests()).toEqual([]);
  } finally {
    storeIsDown = false;
  }
  expect((await ask([`Authorization: Bearer ${account.key}`]))?.status).toBe(200);
});

it('19 a key with one wrong character is treated like an unknown one: one look-up by its whole hash', async () => {
  const nearMiss = await refusal([`Authorization: Bearer ${forgeKey(account.key, account.key.length - 8)}`]);
  const unknown = await refusal([`Authorization: Bearer ${forgeKey(account.key, 'assay_'.length)}`]);
  expect(nearMiss).toEqual(unknown);
  // What is compared is a digest, of which a caller can choose no beginning: nothing is learnt from how far it matched.
  expect(asked.map(({ byteLength }) => byteLength)).toEqual([32, 32]);
  expect(asked[0]?.slice(0, 4)).not.toEqual(parseApiKey(account.key)?.hash.slice(0, 4));
});

it('20 a request whose key is revoked while it runs is finished and charged; the next one is a 401', async () => {
  const { key, prefix, balance } = await gateway.account(1_000);
  held = Promise.withResolvers();
  const running = gateway.post(key, BODY);
  await eventually(() => expect(gateway.upstream.requests()).toHaveLength(1));
  expect(await gateway.admin((ledger) => ledger.revokeKey(prefix))).toBe(true);
  expect((await gateway.post(key, BODY)).status).toBe(401);
  held.resolve();
  const { status, body } = await running;
  expect([status, body.results[0].status]).toEqual([200, 'completed']);
  expect(await balance()).toEqual({
    posted: 1_000_000_000 - Math.round(body.creditsUsed * 1e6),
    reserved: 0,
  });
});

it('21 a key outside the Authorization header is ignored', async () => {
  const { key } = account;
  const line = `POST /api/v1/prompt?key=${key}&access_token=${key} HTTP/1.1`;
  expect(
    (await ask([`X-Api-Key: ${key}`, `Cookie: key=${key}`, `Proxy-Authorization: Bearer ${key}`], line))
      ?.status,
  ).toBe(401);
  expect((await gateway.post(undefined, { prompt: 'hi', models: ['gpt-4o'], api_key: key })).status).toBe(
    401,
  );
  expect(asked).toEqual([]);
});
