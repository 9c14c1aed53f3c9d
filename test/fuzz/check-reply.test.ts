import { describe, expect, it } from 'vitest';
import type { RawReply } from '../support/clients/keep-alive-client.ts';
import { MAX_BODY_BYTES, problemsWith } from './check-reply.ts';
import type { FuzzCase } from './fuzz-case.ts';
import { CANARY } from './valid-request.ts';

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

function replyOf(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RawReply {
  const type = status === 200 ? 'application/json' : 'application/problem+json; charset=utf-8';
  return {
    status,
    headers: new Map(Object.entries({ 'content-type': type, ...HEADERS, ...headers })),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

const problem = (code: string, status: number, more: object = {}): RawReply =>
  replyOf(status, { type: `urn:assay:problem:${code}`, title: titles[code] ?? '', status, ...more });
const titles: Readonly<Record<string, string>> = {
  'validation-failed': 'The request does not match the contract',
  'malformed-json': 'The body is not acceptable JSON',
  'payload-too-large': 'The body is larger than the limit',
  internal: 'The gateway failed',
  unavailable: 'The gateway cannot take this request now',
};

const withRetryAfter = (reply: RawReply): RawReply => ({
  ...reply,
  headers: new Map([...reply.headers, ['retry-after', '1']]),
});

const result = { status: 'completed', output: '', tokensIn: 1, tokensOut: 1, latencyMs: 1, providerCost: 0 };
const answer = (...models: readonly string[]): RawReply =>
  replyOf(200, {
    promptLogId: 'a',
    results: models.map((modelId) => ({ ...result, modelId, credits: 0, attempts: 1, finishReason: 'stop' })),
    evaluations: [],
    creditsUsed: 0,
  });

function asked(body: unknown, kind = 'a request with values changed'): FuzzCase {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind, path: '/api/v1/prompt', body: Buffer.from(text) };
}
const GOOD = { prompt: 'a', models: ['gpt-4o', 'o3'] };

describe('what the fuzz target accepts', () => {
  it.each([
    ['an answer as described', asked(GOOD), answer('gpt-4o', 'o3')],
    ['a field named', asked({}), problem('validation-failed', 400, { errors: [] })],
    ['no JSON', asked('{'), problem('malformed-json', 400)],
    ['JSON of a kind that is not taken', asked('{"a":1,"a":2}'), problem('malformed-json', 400)],
    ['too much', asked('x'.repeat(MAX_BODY_BYTES + 1)), problem('payload-too-large', 413)],
    [
      'a key of the request in a pointer',
      asked({ [CANARY]: 1 }),
      problem('validation-failed', 400, { errors: [{ pointer: `/${CANARY}`, code: 'a', message: 'b' }] }),
    ],
    ['too busy', asked(GOOD, 'a valid request'), withRetryAfter(problem('unavailable', 503))],
  ])('%s', (_name, one, reply) => {
    expect(problemsWith(one, reply)).toEqual([]);
  });
});

describe('what the fuzz target finds', () => {
  it.each([
    ['a fault of the gateway', asked({}), problem('internal', 500)],
    ['too busy without a word of when', asked({}), problem('unavailable', 503)],
    ['too busy as another status', asked({}), withRetryAfter(problem('unavailable', 500))],
    ['a status that is another code’s', asked({}), problem('validation-failed', 422)],
    ['a status in the body that is another', asked({}), problem('validation-failed', 400, { status: 404 })],
    ['another title', asked({}), problem('validation-failed', 400, { title: 'Oh' })],
    ['a body that is no JSON', asked({}), replyOf(400, '<p>no</p>')],
    ['a problem without a type', asked({}), replyOf(400, { title: 'a', status: 400 })],
    [
      'a field with more than is described',
      asked({}),
      problem('validation-failed', 400, { errors: [{ value: 1 }] }),
    ],
    ['a stack for a type', asked({}), replyOf(400, { type: 'Error', title: 'at x.ts', status: 400 })],
    ['a value repeated', asked(GOOD), problem('validation-failed', 400, { detail: `no ${CANARY}` })],
    ['a valid request refused', asked(GOOD, 'a valid request'), problem('validation-failed', 400)],
    ['no JSON taken for JSON', asked('{'), problem('validation-failed', 400)],
    ['a small body as too large', asked(GOOD), problem('payload-too-large', 413)],
    ['a large body as wrong', asked('x'.repeat(MAX_BODY_BYTES + 1)), problem('malformed-json', 400)],
    ['a key twice run', asked(GOOD, 'a key twice'), answer('gpt-4o', 'o3')],
    ['no JSON run', asked('{'), answer('gpt-4o')],
    ['other models run', asked(GOOD), answer('o3', 'gpt-4o')],
    ['fewer models run', asked(GOOD), answer('gpt-4o')],
    [
      'an answer without its charge',
      asked(GOOD),
      replyOf(200, { promptLogId: 'a', results: [], evaluations: [] }),
    ],
    ['JSON that may be sniffed', asked({}), { ...problem('validation-failed', 400), headers: new Map() }],
  ])('%s', (_name, one, reply) => {
    expect(problemsWith(one, reply)).not.toEqual([]);
  });
});
