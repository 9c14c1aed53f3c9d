import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../support/gateways/run-gateway.ts';
import {
  cohereChat,
  perplexityChat,
  startDialectUpstream,
  type DialectUpstream,
} from '../../sandbox/dialect-upstream.ts';
import { openEvents } from '../../support/clients/open-events.ts';
import { samplePicture } from '../../support/samples/sample-picture.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../../support/gateways/test-gateway.ts';

let folder: string;
let gateway: TestGateway;
let cohere: DialectUpstream;
let perplexity: DialectUpstream;
let account: TestAccount;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-ai-sdk-'));
  for (const manifests of ['manifests', 'test/fixtures/ai-sdk'])
    cpSync(join(ROOT, manifests), folder, { recursive: true });
  [cohere, perplexity] = await Promise.all([
    startDialectUpstream(cohereChat),
    startDialectUpstream(perplexityChat),
  ]);
  gateway = await startTestGateway({
    environment: {
      ASSAY_MANIFESTS: folder,
      ASSAY_BASE_URL_COHERE: `${cohere.url}/v2`,
      ASSAY_BASE_URL_PERPLEXITY: perplexity.url,
      COHERE_API_KEY: 'cohere-key',
      PERPLEXITY_API_KEY: 'perplexity-key',
    },
  });
  account = await gateway.account(1_000);
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([cohere?.stop(), perplexity?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const MODELS = ['command-a-vision', 'sonar-pro'];

it('asks through two packages: text, settings, the manifest’s constants and options, at the manifests’ prices', async () => {
  const { status, body } = await gateway.post(account.key, {
    prompt: 'How far is the moon?',
    system_prompt: 'Be brief.',
    history: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
    ],
    generation_settings: { temperature: 0.5, topP: 0.25, maxTokens: 300 },
    models: MODELS,
  });
  expect(status).toBe(200);
  expect(body.results).toMatchObject([
    { output: 'Cohere says so.', finishReason: 'stop', tokensIn: 1_000, tokensOut: 500, credits: 0.75 },
    { output: 'Perplexity says so.', tokensIn: 1_000, tokensOut: 500, tokensReasoning: 100, credits: 1.05 },
  ]);
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
    { role: 'user', content: 'How far is the moon?' },
  ];
  expect(cohere.requests.at(-1)).toMatchObject({ path: '/v2/chat' });
  expect(cohere.requests.at(-1)?.body).toEqual({
    model: 'command-a-vision-07-2025',
    messages,
    max_tokens: 300,
    temperature: 0.5,
    p: 0.25,
    thinking: { type: 'disabled' },
    safety_mode: 'OFF',
  });
  expect(perplexity.requests.at(-1)?.body).toEqual({
    model: 'sonar-pro',
    messages,
    max_tokens: 300,
    temperature: 0.5,
    top_p: 0.25,
    disable_search: true,
    stream: true,
  });
  // The package's own key and name stay behind.
  expect(JSON.stringify(cohere.requests.at(-1)?.headers)).not.toMatch(/assay-|ai-sdk/);
});

it('a package whose events are of a format that is known streams, and the other one answers whole', async () => {
  const { events, ended } = await openEvents(gateway.url, account.key, {
    prompt: 'How far is the moon?',
    models: MODELS,
  });
  await ended;
  expect([cohere, perplexity].map(({ requests }) => requests.at(-1)?.body.stream)).toEqual([undefined, true]);
  expect(events.texts.get(0)).toBeUndefined();
  expect(events.texts.get(1)).toBe('Perplexity says so.');
  expect(events.last.results).toMatchObject([
    { output: 'Cohere says so.', tokensOut: 500, credits: 0.75 },
    { output: 'Perplexity says so.', tokensOut: 500, tokensReasoning: 100, credits: 1.05 },
  ]);
  expect(events.last.results.map((result: object) => 'firstTokenMs' in result)).toEqual([false, true]);
});

it('a package’s stream that fails in its midst says so, and costs what it has reported', async () => {
  const usage = { prompt_tokens: 1_000, completion_tokens: 1, total_tokens: 1_001 };
  const choices = [{ index: 0, finish_reason: null, message: {}, delta: { content: 'Perplex' } }];
  const error = { message: 'overloaded', type: 'overloaded_error', code: 503 };
  const events = [{ data: { id: 'x', choices, usage } }, { data: { error } }];
  perplexity.failNext({ status: 200, body: {}, events });
  const { body } = await gateway.post(account.key, { prompt: 'How far?', models: MODELS.slice(1) });
  expect(body.results).toMatchObject([
    {
      status: 'failed',
      output: '',
      tokensIn: 1_000,
      tokensOut: 1,
      error: { code: 'unavailable' },
      attempts: 1,
    },
  ]);
});

it('an image travels whole, and a schema is enforced by the provider', async () => {
  const base64 = samplePicture(300_000).toString('base64');
  const { body } = await gateway.post(account.key, {
    prompt: 'How far is this?',
    attachments: [{ name: 'moon.png', type: 'image/png', base64 }],
    response_schema: {
      type: 'object',
      properties: { kilometres: { type: 'number' } },
      required: ['kilometres'],
      additionalProperties: false,
    },
    models: MODELS,
  });
  expect(body.results).toMatchObject(
    MODELS.map(() => ({ output: '{"kilometres":384400}', schemaValid: true, attempts: 1 })),
  );
  const url = `data:image/png;base64,${base64}`;
  for (const { requests } of [cohere, perplexity])
    expect(requests.at(-1)?.body.messages.at(-1).content).toEqual([
      { type: 'image_url', image_url: { url } },
      { type: 'text', text: 'How far is this?' },
    ]);
  expect(cohere.requests.at(-1)?.body.response_format.json_schema.properties).toHaveProperty('kilometres');
  expect(perplexity.requests.at(-1)?.body.response_format.json_schema.schema.properties).toHaveProperty(
    'kilometres',
  );
});

it('a cut answer ends by length, and what is no reply of the dialect is malformed', async () => {
  const odd = { status: 200, body: { id: 'x', choices: [{ message: null }] } };
  // Asked once more, since it may pass.
  perplexity.failNext(odd);
  perplexity.failNext(odd);
  const { body } = await gateway.post(account.key, {
    prompt: 'How far?',
    generation_settings: { maxTokens: 2 },
    models: MODELS,
  });
  expect(body.results[0]).toMatchObject({ finishReason: 'length' });
  expect(body.results[1]).toMatchObject({ output: '', attempts: 2, error: { code: 'malformed_reply' } });
});

it('a 429 is waited out and asked again; a 400 is told and not repeated', async () => {
  const busy = { message: 'You are using a Trial key, which is limited to 20 API calls / minute' };
  cohere.failNext({ status: 429, headers: { 'retry-after-ms': '5' }, body: busy });
  perplexity.failNext({
    status: 400,
    body: { error: { message: 'Invalid model', type: 'invalid', code: 400 } },
  });
  const { body } = await gateway.post(account.key, { prompt: 'How far?', models: MODELS });
  expect(body.results[0]).toMatchObject({ output: 'Cohere says so.', attempts: 2 });
  expect(body.results[1]).toMatchObject({ output: '', attempts: 1, error: { code: 'rejected' }, credits: 0 });

  cohere.failNext({ status: 400, body: { message: 'too many tokens: size limit exceeded by 1214 tokens.' } });
  const long = await gateway.post(account.key, { prompt: 'How far?', models: MODELS.slice(0, 1) });
  expect(long.body.results[0]).toMatchObject({ attempts: 1, error: { code: 'context_too_long' } });
});
