import OpenAI, { NotFoundError } from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { ANSWER, MODEL, PICTURE, probe, QUESTION } from './probe.mjs';

// Takes its address and key from OPENAI_BASE_URL and OPENAI_API_KEY.
const client = new OpenAI();
const messages = [{ role: 'user', content: QUESTION }];
const City = z.object({ city: z.string(), people: z.number() });

await probe('chat.completions.create', async (assert) => {
  const { choices, usage } = await client.chat.completions.create({ model: MODEL, messages });
  assert.equal(choices[0].message.content, ANSWER);
  assert.equal(choices[0].finish_reason, 'stop');
  assert.ok(usage.total_tokens > 0);
});
await probe('chat.completions.create, stream', async (assert) => {
  const stream = await client.chat.completions.create({ model: MODEL, messages, stream: true });
  let text = '';
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
  assert.equal(text, ANSWER);
});
await probe('chat.completions.stream, include_usage', async (assert) => {
  const stream = client.chat.completions.stream({
    model: MODEL,
    messages,
    stream_options: { include_usage: true },
  });
  assert.equal(await stream.finalContent(), ANSWER);
  assert.ok((await stream.totalUsage()).total_tokens > 0);
});
await probe('chat.completions.parse', async (assert) => {
  const format = zodResponseFormat(City, 'city');
  const { choices } = await client.chat.completions.parse({
    model: MODEL,
    messages,
    response_format: format,
  });
  assert.equal(typeof choices[0].message.parsed.city, 'string');
});
await probe('chat with an image', async (assert) => {
  const content = [
    { type: 'text', text: QUESTION },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
  ];
  const { choices } = await client.chat.completions.create({
    model: MODEL,
    messages: [{ role: 'user', content }],
  });
  assert.equal(choices[0].message.content, ANSWER);
});
await probe('responses with a PDF', async (assert) => {
  const pdf = Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
  );
  const file = {
    type: 'input_file',
    filename: 'a.pdf',
    file_data: `data:application/pdf;base64,${pdf.toString('base64')}`,
  };
  const content = [file, { type: 'input_text', text: QUESTION }];
  const response = await client.responses.create({ model: MODEL, input: [{ role: 'user', content }] });
  assert.equal(response.output_text, ANSWER);
});
await probe('responses.create', async (assert) => {
  const response = await client.responses.create({ model: MODEL, input: QUESTION });
  assert.equal(response.output_text, ANSWER);
});
await probe('responses.stream', async (assert) => {
  const stream = client.responses.stream({ model: MODEL, input: QUESTION });
  assert.equal((await stream.finalResponse()).output_text, ANSWER);
});
await probe('responses.parse', async (assert) => {
  const parsed = await client.responses.parse({
    model: MODEL,
    input: QUESTION,
    text: { format: zodTextFormat(City, 'city') },
  });
  assert.equal(typeof parsed.output_parsed.people, 'number');
});
await probe('models.list, models.retrieve', async (assert) => {
  const ids = [];
  for await (const { id } of client.models.list()) ids.push(id);
  assert.ok(ids.includes(MODEL));
  assert.equal((await client.models.retrieve(MODEL)).id, MODEL);
});
await probe('NotFoundError for an unknown model', async (assert) => {
  const asked = client.chat.completions.create({ model: 'none-of-ours', messages });
  await assert.rejects(asked, (error) => error instanceof NotFoundError && error.code === 'model_not_found');
});
await probe('retries of its own after a 429', async (assert) => {
  const { choices } = await client.chat.completions.create({
    model: MODEL,
    messages: [{ role: 'user', content: `Busy at first. ${QUESTION}` }],
  });
  assert.equal(choices[0].message.content, ANSWER);
});
await probe('tools', async () => {
  const tool = {
    type: 'function',
    function: { name: 'look', parameters: { type: 'object', properties: {} } },
  };
  await client.chat.completions.create({ model: MODEL, messages, tools: [tool] });
});
