import * as perplexity from '@ai-sdk/perplexity';
import { expect, test } from 'vitest';
import type { JsonObject, StreamEvent, WirePlugin } from '../../../core/contract.ts';
import plugin from '../../../plugins/ai-sdk.ts';
import { plainBody } from '../../../core/plugin-check/build-case.ts';
import { sampleProvider } from '../../../core/plugin-check/sample-entry.ts';
import { sampleCall } from '../sample-call.ts';
import { foldStream } from './fold-stream.ts';

function made(module: Readonly<Record<string, unknown>>, options: JsonObject): Promise<WirePlugin> {
  const provider = sampleProvider({
    plugin: 'ai-sdk',
    bridge: { package: '@ai-sdk/perplexity', options },
  });
  return plugin.forProvider(provider, () => Promise.resolve(module));
}

const call = sampleCall();

async function streaming() {
  const bridged = await made(perplexity, { events: 'chat-completions' });
  if (bridged.stream === undefined) throw new Error('it does not stream');
  return { ...bridged, stream: bridged.stream };
}

/** Chunks as the provider sends them: each also repeats all earlier text in another member. */
function chunk(delta: object, others: object = {}, finish_reason: string | null = null): StreamEvent {
  const choice = { index: 0, finish_reason, message: { role: 'assistant', content: '' }, delta };
  return {
    name: '',
    data: {
      id: 'id-1',
      model: 'sonar',
      created: 1,
      object: 'chat.completion.chunk',
      choices: [choice],
      usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
      ...others,
    },
  };
}

const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
const EVENTS: readonly StreamEvent[] = [
  chunk({ role: 'assistant', content: 'Far' }),
  chunk({ content: ' away.' }),
  chunk({ content: '' }, { usage }, 'stop'),
];

test('a package asks for a stream as it does by itself', async () => {
  const { buildRequest, stream } = await streaming();
  const whole = await buildRequest(call);
  const request = await stream.request(whole, call);
  expect(request).toMatchObject({ path: whole.path, headers: whole.headers });
  expect(plainBody(request.body)).toEqual({ ...plainBody(whole.body), stream: true });
});

test('a package reads the reply that came of the events, as it reads them itself', async () => {
  const { stream, readReply } = await streaming();
  const folded = foldStream(stream, EVENTS, call);
  expect(folded).toMatchObject({ text: 'Far away.', lastAt: 2, reply: { usage } });
  expect(await readReply(folded.reply, call)).toEqual({
    text: 'Far away.',
    finishReason: 'stop',
    thought: false,
  });
  expect(await readItself()).toEqual({ text: 'Far away.', finishReason: 'stop' });
});

/** The result of the package's own parser for the events. */
async function readItself(): Promise<object> {
  const body = EVENTS.map(({ data }) => `data: ${JSON.stringify(data)}\n\n`).join('');
  const headers = { 'content-type': 'text/event-stream' };
  const send = (): Promise<Response> => Promise.resolve(new Response(body, { headers }));
  const model = perplexity.createPerplexity({ apiKey: 'none', fetch: send })('sonar');
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'How far?' }] }];
  let text = '';
  let finishReason: unknown;
  for await (const part of (await model.doStream({ prompt })).stream) {
    if (part.type === 'text-delta') text += part.delta;
    if (part.type === 'finish') finishReason = part.finishReason.unified;
  }
  return { text, finishReason };
}

test('without a format for its events, replies of a package come whole', async () => {
  expect((await made(perplexity, {})).stream).toBeUndefined();
});

test('a format that is none, and a package that cannot stream, are refused', async () => {
  await expect(made(perplexity, { events: 'telegrams' })).rejects.toThrow(
    /bridge\.options\.events in .* must be one of chat-completions, converse,/,
  );
  const createAurora = () => ({
    languageModel: () => ({ specificationVersion: 'v3', doGenerate: () => Promise.resolve({}) }),
  });
  await expect(made({ createAurora }, { events: 'chat-completions' })).rejects.toThrow(
    /cannot stream; remove bridge\.options\.events/,
  );
});
