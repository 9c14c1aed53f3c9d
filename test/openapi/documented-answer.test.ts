import { describe, expect, it } from 'vitest';
import document from '../../core/generated/openapi.json' with { type: 'json' };
import { changedLedger } from '../support/gateways/changed-ledger.ts';
import { undocumentedIn, type HttpAnswer } from '../support/answers/documented-answer.ts';
import { accountOfFile, gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import { expectNoneUndocumented } from '../support/answers/undocumented-answers.ts';

const { example } = document.paths['/api/v1/prompt'].post.responses['200'].content['application/json'];
const { example: events } =
  document.paths['/api/v1/prompt'].post.responses['200'].content['text/event-stream'];
const unauthorized = document.components.examples.unauthorized.value;

const NAMED = { 'x-request-id': 'a-request' };
const JSON_TYPE = { ...NAMED, 'content-type': 'application/json; charset=utf-8' };
const PROBLEM_TYPE = { ...NAMED, 'content-type': 'application/problem+json; charset=utf-8' };
const prompt: HttpAnswer = {
  method: 'POST',
  path: '/api/v1/prompt',
  status: 200,
  headers: JSON_TYPE,
  text: JSON.stringify(example),
};
const refused: HttpAnswer = {
  ...prompt,
  status: 401,
  headers: { ...PROBLEM_TYPE, 'www-authenticate': 'Bearer' },
  text: JSON.stringify(unauthorized),
};
const stream: HttpAnswer = {
  ...prompt,
  headers: { ...NAMED, 'content-type': 'text/event-stream' },
  text: events,
};

describe('an answer held to openapi.json', () => {
  it.each([
    ['the example', prompt],
    ['a problem', refused],
    ['a stream', stream],
    ['a stream with comments', { ...stream, text: `: still running\n\n${events}` }],
    ['a page', { ...prompt, method: 'GET', path: '/docs', text: '<!doctype html>' }],
  ])('may be %s', (_name, answer) => {
    expect(undocumentedIn(answer)).toEqual([]);
  });

  const { creditsUsed: _, ...incomplete } = example;
  it.each<[string, HttpAnswer, RegExp]>([
    ['no such status', { ...prompt, status: 201 }, /status is not listed; listed are 200, 202, 400/],
    [
      'no such media type',
      { ...prompt, headers: { 'content-type': 'text/html' } },
      /"text\/html" is not listed/,
    ],
    ['no JSON', { ...prompt, text: '{' }, /no JSON/],
    ['a field too many', { ...prompt, text: JSON.stringify({ ...example, extra: 1 }) }, /"extra"/],
    ['a field too few', { ...prompt, text: JSON.stringify(incomplete) }, /"creditsUsed"/],
    [
      'a problem of another status',
      { ...refused, status: 402, headers: PROBLEM_TYPE },
      /unauthorized is not listed/,
    ],
    ['a header missing', { ...refused, headers: PROBLEM_TYPE }, /WWW-Authenticate is missing/],
    [
      'a header that says something else',
      { ...prompt, headers: { ...JSON_TYPE, ratelimit: '7' } },
      /RateLimit/,
    ],
    ['an event nobody knows', { ...stream, text: 'id: 1\nevent: chunk\ndata: {}\n\n' }, /^.+\/0\/event/],
    ['an event with other data', { ...stream, text: 'id: 1\nevent: done\ndata: {}\n\n' }, /promptLogId/],
    ['half an event', { ...stream, text: 'id: 1\nevent: done\n\n' }, /\/0 must be object/],
    ['an event without an id', { ...stream, text: 'event: done\ndata: {}\n\n' }, /required property 'id'/],
    ['an answer where there is no address', { ...prompt, path: '/api/v2/prompt' }, /where a problem is due/],
    ['a 404 as a 401', { ...refused, path: '/api/v2/prompt' }, /does not have/],
    ['an answer to another method', { ...prompt, method: 'DELETE' }, /where a problem is due/],
  ])('is not %s', (_name, answer, message) => {
    expect(undocumentedIn(answer).join('\n')).toMatch(message);
  });
});

describe('a gateway under test', () => {
  const gateway = gatewayOfFile({
    aroundLedger: (ledger) =>
      changedLedger(ledger, {
        async authenticate(hash) {
          const found = await ledger.authenticate(hash);
          return found && { ...found, markupMilli: -1_000 };
        },
      }),
  });
  const account = accountOfFile(gateway, 1);

  it('is reported for what it answers beside its description', async () => {
    await gateway.get(account.key, '/api/v1/balance');
    expect(expectNoneUndocumented).toThrow(/GET \/api\/v1\/balance -> 200: \/markup must be >= 0/);
    expect(expectNoneUndocumented).not.toThrow();
  });
});
