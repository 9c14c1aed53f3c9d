import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateObject, generateText, stepCountIs, streamObject, streamText, tool } from 'ai';
import { z } from 'zod';
import { ANSWER, API_KEY, BASE_URL, MODEL, PICTURE, probe, QUESTION } from './probe.mjs';

const openai = createOpenAI({ baseURL: BASE_URL, apiKey: API_KEY });
const compatible = createOpenAICompatible({
  name: 'assay',
  baseURL: BASE_URL,
  apiKey: API_KEY,
  includeUsage: true,
  supportsStructuredOutputs: true,
});
const models = {
  '@ai-sdk/openai-compatible': compatible(MODEL),
  '@ai-sdk/openai, chat': openai.chat(MODEL),
  '@ai-sdk/openai, responses': openai(MODEL),
};
const schema = z.object({ city: z.string(), people: z.number() });

for (const [name, model] of Object.entries(models)) {
  await probe(`${name}: generateText`, async (assert) => {
    const { text, usage, finishReason } = await generateText({ model, prompt: QUESTION });
    assert.equal(text, ANSWER);
    assert.equal(finishReason, 'stop');
    assert.ok(usage.totalTokens > 0);
  });
  await probe(`${name}: streamText`, async (assert) => {
    const result = streamText({ model, prompt: QUESTION });
    let text = '';
    for await (const part of result.textStream) text += part;
    assert.equal(text, ANSWER);
    assert.ok((await result.usage).totalTokens > 0);
  });
  await probe(`${name}: generateObject`, async (assert) => {
    const { object } = await generateObject({ model, schema, prompt: QUESTION });
    assert.equal(typeof object.city, 'string');
  });
  await probe(`${name}: streamObject`, async (assert) => {
    const result = streamObject({ model, schema, prompt: QUESTION });
    let object;
    for await (const partial of result.partialObjectStream) object = partial;
    assert.equal(typeof object.people, 'number');
  });
  await probe(`${name}: a conversation with an image`, async (assert) => {
    const { text } = await generateText({
      model,
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: 'Hello!' },
        {
          role: 'user',
          content: [
            { type: 'text', text: QUESTION },
            { type: 'file', data: Buffer.from(PICTURE, 'base64'), mediaType: 'image/png' },
          ],
        },
      ],
    });
    assert.equal(text, ANSWER);
  });
}
for (const [name, model] of Object.entries(models)) {
  const needs = name.endsWith('responses') ? ', store: false' : '';
  await probe(`${name}: a loop of tools${needs}`, async (assert) => {
    const asked = [];
    const result = streamText({
      model,
      prompt: QUESTION,
      tools: {
        look_up: tool({
          inputSchema: z.object({ country: z.string() }),
          execute: async ({ country }) => asked.push(country),
        }),
      },
      stopWhen: stepCountIs(5),
      providerOptions: { openai: { store: false } },
    });
    const parts = [];
    for await (const { type } of result.fullStream) parts.push(type);
    assert.equal(asked.length, 1);
    assert.equal(await result.text, ANSWER);
    // A step of calls alone has no text part.
    assert.equal(parts.filter((type) => type === 'text-start').length, 1);
  });
}
await probe('@ai-sdk/openai, responses: the next turn with store: false', async (assert) => {
  const options = { providerOptions: { openai: { store: false } } };
  const first = await generateText({ model: openai(MODEL), prompt: QUESTION, ...options });
  const messages = [
    { role: 'user', content: QUESTION },
    ...first.response.messages,
    { role: 'user', content: QUESTION },
  ];
  const { text } = await generateText({ model: openai(MODEL), messages, ...options });
  assert.equal(text, ANSWER);
});
await probe('@ai-sdk/openai: APICallError for an unknown model', async (assert) => {
  const asked = generateText({ model: openai.chat('none-of-ours'), prompt: QUESTION, maxRetries: 0 });
  await assert.rejects(asked, (error) => APICallError.isInstance(error) && error.statusCode === 404);
});
await probe('@ai-sdk/openai: retries of its own after a 429', async (assert) => {
  const { text } = await generateText({ model: openai.chat(MODEL), prompt: `Busy at first. ${QUESTION}` });
  assert.equal(text, ANSWER);
});
