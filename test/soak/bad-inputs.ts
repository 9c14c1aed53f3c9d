import { createApiKey } from '../../core/stores/api-key.ts';
import { PROMPT } from './soak-answers.ts';
import type { SoakClient, SoakRequest } from './soak-client.ts';

export interface BadInput {
  readonly request: SoakRequest;
  /** What it must be answered. */
  readonly status: number;
}

const GOOD = { prompt: 'Say hello.', models: ['gpt-4o'] };

function post(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return ({ keys }: SoakClient): BadInput => ({
    request: { method: 'POST', path: PROMPT, key: keys.rich, body, headers },
    status,
  });
}

/** What people and others send; no two of the unknown names are alike. */
export const BAD_INPUTS: readonly ((client: SoakClient) => BadInput)[] = [
  post(400, '{"prompt":'),
  post(400, '{"prompt":"a","prompt":"b","models":["gpt-4o"]}'),
  post(400, `${'['.repeat(5_000)}1${']'.repeat(5_000)}`),
  post(400, { ...GOOD, api_base: 'http://127.0.0.1:1' }),
  post(400, { ...GOOD, attachments: [{ name: 'a', type: 'image/png', base64: '!!!!' }] }),
  post(400, { ...GOOD, response_schema: { type: 'object', properties: { a: { pattern: '(?=a)' } } } }),
  post(400, { ...GOOD, attachments: [{ name: 'a', type: 'image/png', base64: 'A'.repeat(100_000) }] }),
  post(415, GOOD, { 'content-type': 'text/plain' }),
  post(415, GOOD, { 'content-encoding': 'gzip' }),
  (client) => post(400, { ...GOOD, models: [nameOf(client)] })(client),
  (client) => post(400, { ...GOOD, [nameOf(client)]: 1 })(client),
  (client) => ({ request: { method: 'GET', path: `/${nameOf(client)}` }, status: 404 }),
  () => ({ request: { method: 'GET', path: PROMPT }, status: 405 }),
  () => ({ request: { method: 'GET', path: '/api/v1/balance', key: createApiKey().key }, status: 401 }),
  () => ({ request: { method: 'POST', path: PROMPT, key: 'nobody', body: GOOD }, status: 401 }),
  ({ keys }) => ({ request: { method: 'POST', path: PROMPT, key: keys.poor, body: GOOD }, status: 402 }),
];

function nameOf({ random }: SoakClient): string {
  return `n${Math.floor(random() * 2 ** 32).toString(36)}`;
}
