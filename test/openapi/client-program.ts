/** What a user writes against the generated client. Its wrong calls must not type-check: `tsc` complains where one does. */
export const CLIENT_PROGRAM = `
import { Api, type HttpResponse, type Problem, type PromptRequest } from './assay-client.js';

const [, , baseUrl = '', key = ''] = process.argv;
const gateway = new Api({ baseUrl, baseApiParams: { headers: { Authorization: \`Bearer \${key}\` } } });

const request: PromptRequest = {
  prompt: 'Name the capital of Australia in one word.',
  models: ['gpt-5.4', 'gemini-3.5-flash'],
  judges: ['claude-opus-4-7'],
  judge_weights: { accuracy: 1 },
  generation_settings: { maxTokens: 1000 },
  model_tuning: { 'gpt-5.4': { reasoningEffort: 'low' } },
};

const { models } = (await gateway.models.models()).data;
const quote = (await gateway.prompts.quote(request)).data;
const answer = (await gateway.prompts.prompt(request, { headers: { 'Idempotency-Key': 'one' } })).data;
const record = (await gateway.prompts.promptRecord(answer.promptLogId)).data;
const { prompts } = (await gateway.prompts.prompts({ limit: 5 })).data;
const balance = (await gateway.account.balance()).data;
const refused = await gateway.prompts
  .prompt({ ...request, prompt: '' })
  .then(() => undefined, (response: HttpResponse<unknown, Problem>) => response.error.errors?.[0]?.pointer);

const outputs: string[] = answer.results.map(({ modelId, output }) => \`\${modelId}: \${output}\`);
const winners: ('a' | 'b' | 'tie' | null)[] = answer.evaluations.map(({ winner }) => winner);
console.log(
  JSON.stringify({
    models: models.length,
    creditsRequired: quote.creditsRequired,
    outputs,
    winners,
    creditsUsed: answer.creditsUsed,
    state: record.state,
    listed: prompts.map(({ promptLogId }) => promptLogId === answer.promptLogId),
    creditsPosted: balance.creditsPosted,
    refused,
  }),
);

/** Never called: each line is a mistake the types have to see. */
export async function mistakes(): Promise<void> {
  // @ts-expect-error -- a model nobody knows
  await gateway.prompts.prompt({ prompt: 'x', models: ['gpt-99'] });
  // @ts-expect-error -- no models
  await gateway.prompts.prompt({ prompt: 'x' });
  // @ts-expect-error -- a field that does not exist
  await gateway.prompts.prompt({ prompt: 'x', models: ['gpt-5.4'], temperature: 1 });
  // @ts-expect-error -- a parameter of another model
  await gateway.prompts.prompt({ prompt: 'x', models: ['gpt-5.4'], model_tuning: { 'gpt-5.4': { thinkingBudget: 4096 } } });
  // @ts-expect-error -- an effort this model does not have
  await gateway.prompts.prompt({ prompt: 'x', models: ['gpt-5.4'], model_tuning: { 'gpt-5.4': { reasoningEffort: 'none' } } });
  // @ts-expect-error -- a price is an object
  models[0]?.price.toFixed();
  // @ts-expect-error -- a field no answer has
  answer.cost;
  // @ts-expect-error -- credits are a number
  balance.creditsPosted.trim();
}
`;
