import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { answerTo, answersTo, openRaw, postBytes } from '../../support/clients/raw-connection.ts';

const BODY = JSON.stringify({ prompt: 'hi', models: ['gpt-4o'] });

const gateway = gatewayOfFile();
const account = accountOfFile(gateway, 1_000);

it.each(['gzip', 'br', 'deflate', 'identity', 'gzip, gzip'])(
  '7 a body with Content-Encoding %s is a 415, and is never inflated',
  async (coding) => {
    gateway.upstream.clear();
    // One would be valid uncompressed; the other inflates to 10 MB.
    for (const body of [BODY, gzipSync(Buffer.alloc(10_000_000, 0x20)).toString('latin1')]) {
      const fields = [`Content-Encoding: ${coding}`, `Content-Length: ${body.length}`];
      const bytes = postBytes({ key: account.key, body, fields, declares: false });
      const reply = await answerTo(gateway.url, Buffer.from(bytes, 'latin1'));
      expect(reply?.status).toBe(415);
    }
    expect(gateway.upstream.requests()).toEqual([]);
  },
);

it.each<[string, readonly string[], number]>([
  ['none', [], 415],
  ['an empty one', ['Content-Type:'], 415],
  ['another', ['Content-Type: text/plain'], 415],
  ['JSON of another kind', ['Content-Type: application/problem+json'], 415],
  ['one behind white space', ['Content-Type: \t application/json'], 200],
  ['one with white space around its parameter', ['Content-Type: application/json \t; charset=utf-8'], 200],
  ['one in capitals', ['CONTENT-TYPE: APPLICATION/JSON; CHARSET=UTF-8'], 200],
  ['one with words behind', ['Content-Type: application/json\tgarbage'], 415],
  ['one with another behind a comma', ['Content-Type: application/json, text/plain'], 415],
  ['one with another charset', ['Content-Type: application/json;charset=utf-16'], 415],
  ['one with an unknown parameter', ['Content-Type: application/json; boundary=x'], 415],
  ['two', ['Content-Type: application/json', 'Content-Type: text/plain'], 415],
])('8 the Content-Type %s gets a %3$s', async (_name, fields, status) => {
  const bytes = postBytes({ key: account.key, body: BODY, fields });
  const reply = await answerTo(gateway.url, bytes.replace('Content-Type: application/json\r\n', ''));
  expect(reply?.status).toBe(status);
});

it('8 every accepted Content-Type leads to the same checks', async () => {
  for (const type of ['application/json', 'APPLICATION/JSON', 'application/json\t;charset="utf-8"']) {
    const bytes = postBytes({ key: account.key, body: '{"prompt":"hi","models":["gpt-4o"],"x":1}' });
    const reply = await answerTo(gateway.url, bytes.replace('application/json', type));
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({ status: 400, errors: [{ pointer: '/x' }] });
  }
});

it.each([
  ['POST http://elsewhere.example/api/v1/prompt HTTP/1.1', 200],
  ['POST https://user:pass@elsewhere.example:99/api/v1/prompt HTTP/1.1', 200],
  ['POST /api/v1/prompt?a=b HTTP/1.1', 200],
  ['POST /api/%2e/v1/prompt HTTP/1.1', 404],
  ['POST /api/v1/x/../prompt HTTP/1.1', 404],
  ['POST /api/v1/%70rompt HTTP/1.1', 404],
  ['POST /api/v1/prompt;a=b HTTP/1.1', 404],
  ['POST /api/v1/prompt%00 HTTP/1.1', 404],
  ['POST /api/v1/prompt/ HTTP/1.1', 404],
  ['POST //api/v1/prompt HTTP/1.1', 404],
  ['POST \\api\\v1\\prompt HTTP/1.1', 400],
  ['TRACE /api/v1/prompt HTTP/1.1', 405],
  ['OPTIONS * HTTP/1.1', 404],
])('9 %s has one meaning, and needs a key wherever others do', async (line, status) => {
  gateway.upstream.clear();
  const keyed = await answerTo(gateway.url, postBytes({ key: account.key, body: BODY, line }));
  expect(keyed?.status).toBe(status);
  const before = gateway.upstream.requests().length;
  const keyless = await answerTo(gateway.url, postBytes({ body: BODY, line }));
  expect(keyless?.status).toBe(status === 200 ? 401 : status);
  expect(gateway.upstream.requests()).toHaveLength(before);
});

it.each(['/api/v1/usage?by=key', '/api/v1/prompts?limit=1'])(
  '9 an address whose host is invalid is a 400 where its query is read: %s',
  async (path) => {
    const line = `GET http://1.2.3.999${path} HTTP/1.1`;
    const reply = await answerTo(gateway.url, postBytes({ key: account.key, body: '', line }));
    expect(reply?.status).toBe(400);
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({
      type: 'urn:assay:problem:validation-failed',
      errors: [{ pointer: '', code: 'format' }],
    });
    expect(gateway.logs()).not.toContain('Invalid URL');
  },
);

it('9 CONNECT closes the connection without an answer', async () => {
  expect(await answersTo(gateway.url, 'CONNECT provider:443 HTTP/1.1\r\nHost: provider:443\r\n\r\n')).toEqual(
    [],
  );
});

it('9 a method in a header changes nothing', async () => {
  const fields = ['X-HTTP-Method-Override: POST', 'X-Original-URL: /api/v1/prompt'];
  const line = 'GET /api/v1/prompt HTTP/1.1';
  const reply = await answerTo(gateway.url, postBytes({ key: account.key, body: BODY, line, fields }));
  expect(reply?.status).toBe(405);
});

it('11 without a key, Expect: 100-continue gets a 401 and the body is never asked for', async () => {
  const connection = await openRaw(gateway.url);
  connection.send(postBytes({ body: BODY, fields: ['Expect: 100-continue'] }).slice(0, -BODY.length));
  expect((await connection.closed()).map(({ status }) => status)).toEqual([401]);
});
