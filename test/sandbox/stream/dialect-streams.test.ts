import { createCohere } from '@ai-sdk/cohere';
import { createPerplexity } from '@ai-sdk/perplexity';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { afterEach, expect, test } from 'vitest';
import {
  cohereChat,
  perplexityChat,
  startDialectUpstream,
  type DialectAnswer,
  type DialectRequest,
  type DialectUpstream,
} from '../dialect-upstream.ts';

const started: DialectUpstream[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((upstream) => upstream.stop()));
});

async function start(answer: (request: DialectRequest) => DialectAnswer): Promise<DialectUpstream> {
  const upstream = await startDialectUpstream(answer);
  started.push(upstream);
  return upstream;
}

async function read(model: LanguageModelV4) {
  const { stream } = await model.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'How far is the moon?' }] }],
  });
  const parts = await Array.fromAsync(stream);
  return {
    text: parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join(''),
    finish: parts.find((part) => part.type === 'finish'),
    errors: parts.filter((part) => part.type === 'error'),
  };
}

test('Cohere’s package of the AI SDK reads the stream of its dialect', async () => {
  const { url } = await start(cohereChat);
  const cohere = createCohere({ apiKey: 'cohere-key', baseURL: `${url}/v2` });
  const { text, finish, errors } = await read(cohere('command-a-vision'));
  expect([text, errors]).toEqual(['Cohere says so.', []]);
  expect(finish).toMatchObject({
    finishReason: { unified: 'stop' },
    usage: { inputTokens: { total: 1000 } },
  });
});

test('Perplexity’s package of the AI SDK reads the stream of its dialect', async () => {
  const { url } = await start(perplexityChat);
  const perplexity = createPerplexity({ apiKey: 'perplexity-key', baseURL: url });
  const { text, finish, errors } = await read(perplexity('sonar-pro'));
  expect([text, errors]).toEqual(['Perplexity says so.', []]);
  expect(finish).toMatchObject({
    finishReason: { unified: 'stop' },
    usage: { inputTokens: { total: 1000 } },
  });
});
