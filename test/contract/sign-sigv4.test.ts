import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccessKey, SignableRequest } from '../../core/contract.ts';
import converse from '../../plugins/converse.ts';
import { sampleModel } from '../../core/plugin-check/sample-entry.ts';
import { sampleCall } from './sample-call.ts';
import { referenceAuthorization } from './sigv4-reference.ts';

const NOW = new Date('2026-11-20T08:09:10.123Z');
const DATE = '20261120T080910Z';
const KEY: AccessKey = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: undefined,
  region: 'us-east-1',
  service: 'bedrock',
};

interface Wish {
  readonly upstream?: string;
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** The request as the gateway sends it: the plugin's own path behind the base URL. */
function signable({
  upstream = 'amazon.nova-lite-v1:0',
  origin = 'https://bedrock-runtime.us-east-1.amazonaws.com',
  headers,
  body,
}: Wish = {}): SignableRequest {
  const { path } = converse.buildRequest(sampleCall({ model: sampleModel({ upstream }) }));
  return {
    method: 'POST',
    url: new URL(origin + path),
    headers: headers ?? { 'content-type': 'application/json' },
    body: body ?? Buffer.from('{"messages":[]}'),
  };
}

/** Signs, then recomputes the signature over what is sent. */
async function compare(request: SignableRequest, key: AccessKey): Promise<Readonly<Record<string, string>>> {
  const { authorization, ...headers } = await converse.sign(request, key, NOW);
  const expected = referenceAuthorization({
    method: 'POST',
    path: request.url.pathname,
    headers,
    body: request.body,
    key,
    date: DATE,
  });
  expect(authorization).toBe(expected);
  return { ...headers, authorization: authorization ?? '' };
}

test('the reference gives the signature AWS publishes for its vector post-vanilla', () => {
  const authorization = referenceAuthorization({
    method: 'POST',
    path: '/',
    headers: { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' },
    body: new Uint8Array(),
    key: { ...KEY, service: 'service' },
    date: '20150830T123600Z',
  });
  expect(authorization).toMatch(
    /Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b$/,
  );
});

test('signs every header that is sent, and sends all headers of the request', async () => {
  const headers = await compare(
    signable({ headers: { 'Content-Type': 'application/json', 'content-length': '15' } }),
    KEY,
  );
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': '15',
    host: 'bedrock-runtime.us-east-1.amazonaws.com',
    'x-amz-date': DATE,
    'x-amz-content-sha256': createHash('sha256').update('{"messages":[]}').digest('hex'),
  });
  expect(headers['authorization']).toContain(
    'SignedHeaders=content-length;content-type;host;x-amz-content-sha256;x-amz-date,',
  );
  expect(headers['authorization']).toContain(
    'Credential=AKIDEXAMPLE/20261120/us-east-1/bedrock/aws4_request,',
  );
  expect(headers).not.toHaveProperty('x-amz-security-token');
});

test('a colon written as %3A in the path is signed as %253A', async () => {
  const request = signable();
  expect(request.url.pathname).toBe('/model/amazon.nova-lite-v1%3A0/converse');
  const once = {
    ...signable(),
    url: new URL('https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-lite-v1:0/converse'),
  };
  const encoded = await compare(request, KEY);
  const plain = await compare(once, KEY);
  expect(encoded['authorization']).not.toBe(plain['authorization']);
});

test('the session token of temporary credentials is sent and signed', async () => {
  const headers = await compare(signable(), { ...KEY, sessionToken: 'FwoGZXIvYXdzEBYaD+/=' });
  expect(headers['x-amz-security-token']).toBe('FwoGZXIvYXdzEBYaD+/=');
  expect(headers['authorization']).toContain(';x-amz-security-token,');
});

test('another host keeps its port', async () => {
  expect(await compare(signable({ origin: 'http://127.0.0.1:4566' }), KEY)).toMatchObject({
    host: '127.0.0.1:4566',
  });
});

test('a view into a larger or shared buffer is hashed as the bytes it shows', async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(8)).fill(7);
  await compare(signable({ body: Buffer.from('xx{"messages":[]}yy').subarray(2, 17) }), KEY);
  await compare(signable({ body: shared.subarray(2, 5) }), KEY);
});

test('agrees with the reference for any model name, key, region and body', async () => {
  const name = fc
    .string({ unit: 'binary-ascii', minLength: 1, maxLength: 40 })
    .filter((text) => !/^\.{1,2}$/.test(text));
  const word = fc.stringMatching(/^[a-zA-Z0-9/+=-]{1,40}$/);
  const wish = fc.record({
    upstream: name,
    accessKeyId: word,
    secretAccessKey: word,
    sessionToken: fc.option(word, { nil: undefined }),
    region: word,
    body: fc.uint8Array(),
  });
  await fc.assert(
    fc.asyncProperty(wish, async ({ upstream, body, ...key }) => {
      await compare(signable({ upstream, body }), { ...KEY, ...key });
    }),
  );
});
