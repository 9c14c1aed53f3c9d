import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { ANSWER, API_KEY, BASE_URL, MODEL, probe, QUESTION } from './probe.mjs';

const options = { model: MODEL, apiKey: API_KEY, configuration: { baseURL: BASE_URL } };
const models = {
  chat: new ChatOpenAI(options),
  responses: new ChatOpenAI({ ...options, useResponsesApi: true }),
};
const City = z.object({ city: z.string(), people: z.number() });

for (const [name, model] of Object.entries(models)) {
  await probe(`${name}: invoke`, async (assert) => {
    const message = await model.invoke([
      ['system', 'Be brief.'],
      ['human', QUESTION],
    ]);
    assert.equal(message.text, ANSWER);
    assert.ok(message.usage_metadata.total_tokens > 0);
  });
  await probe(`${name}: stream`, async (assert) => {
    let text = '';
    for await (const chunk of await model.stream(QUESTION)) text += chunk.text;
    assert.equal(text, ANSWER);
  });
  await probe(`${name}: withStructuredOutput`, async (assert) => {
    const structured = model.withStructuredOutput(City, { name: 'city', method: 'jsonSchema' });
    const city = await structured.invoke(QUESTION);
    assert.equal(typeof city.people, 'number');
  });
}
await probe('chat: batch', async (assert) => {
  const [one, other] = await models.chat.batch([QUESTION, QUESTION]);
  assert.equal(one.text, ANSWER);
  assert.equal(other.text, ANSWER);
});
