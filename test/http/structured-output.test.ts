import { describe, expect, it } from 'vitest';
import type { PromptResponse } from '../../core/generated/prompt-response.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { GENERATED_SCHEMAS } from '../schema/generators/generators.ts';
import { accountOfFile, gatewayOfFile } from '../support/gateways/gateway-of-file.ts';

let reply: (call: SandboxCall) => SandboxReply | undefined = () => undefined;

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
const account = accountOfFile(gateway, 1_000_000);

const person = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 2 }, age: { type: 'integer' } },
  required: ['name'],
};

async function ask(body: object): Promise<PromptResponse> {
  const answer = await gateway.post(account.key, { prompt: 'Who?', response_schema: person, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const sentTo = (model: string): readonly unknown[] =>
  gateway.upstream
    .requests()
    .filter((request) => request.model === model)
    .map(({ body }) => body);

describe('a schema over all models', () => {
  it('reaches every provider in the part it takes, and is checked whole', async () => {
    gateway.upstream.clear();
    reply = ({ provider }) => ({
      content:
        provider === 'openai' || provider === 'groq' ? '{"name":"A","age":null}' : '{"name":"Ada","age":36}',
    });
    const { results } = await ask({
      models: ['gpt-4o', 'gemini-2.5-flash', 'gpt-oss-20b', 'nova-lite', 'grok-4.3'],
    });
    expect(
      results.map(({ schemaEnforcement, schemaValid, output }) => [schemaEnforcement, schemaValid, output]),
    ).toEqual([
      // The null stood for an absent age; the name is too short for the caller's own schema.
      ['native', false, '{"name":"A"}'],
      ['native', true, '{"name":"Ada","age":36}'],
      ['native', false, '{"name":"A"}'],
      ['forcedTool', true, '{"name":"Ada","age":36}'],
      ['instruction', true, '{"name":"Ada","age":36}'],
    ]);
    const strict = {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: ['integer', 'null'] } },
      required: ['name', 'age'],
      additionalProperties: false,
    };
    const warningMessages = results.map(({ warnings = [] }) => warnings.map(({ message }) => message));
    const short = ['the output does not satisfy minLength at /name'];
    expect(warningMessages).toEqual([short, [], short, [], []]);
    expect(sentTo('gpt-4o')).toMatchObject([{ text: { format: { strict: true, schema: strict } } }]);
    expect(sentTo('openai/gpt-oss-20b')).toMatchObject([
      { response_format: { json_schema: { strict: true, schema: strict } } },
    ]);
    expect(sentTo('gemini-2.5-flash')).toMatchObject([
      { generationConfig: { responseJsonSchema: { type: 'object', required: ['name'] } } },
    ]);
    expect(JSON.stringify(sentTo('grok-4.3'))).toContain(JSON.stringify(JSON.stringify(person)).slice(1, -1));
  });

  it('wraps a root that is no object, and unwraps the answer', async () => {
    reply = ({ schema }) => ({ content: schema === undefined ? '["a"]' : '{"value":["a"]}' });
    const { results } = await ask({
      models: ['gpt-4o', 'nova-lite', 'grok-4.3'],
      response_schema: { type: 'array', items: { type: 'string' } },
    });
    expect(results.map(({ output, schemaValid }) => [output, schemaValid])).toEqual([
      ['["a"]', true],
      ['["a"]', true],
      ['["a"]', true],
    ]);
  });

  it('falls back to the instruction where a provider cannot say it, and reports that', async () => {
    gateway.upstream.clear();
    reply = () => ({ content: '{"any":"thing"}' });
    const { results } = await ask({
      models: ['gpt-4o', 'gemini-2.5-flash'],
      response_schema: { type: 'object', additionalProperties: { type: 'string' } },
    });
    expect(results.map(({ schemaEnforcement, schemaValid }) => [schemaEnforcement, schemaValid])).toEqual([
      ['instruction', true],
      ['native', true],
    ]);
    expect(sentTo('gpt-4o')[0]).not.toHaveProperty('text');
    expect(results.map(({ warnings = [] }) => warnings)).toEqual([
      [
        {
          code: 'schema_not_enforced',
          pointer: '/response_schema',
          message:
            'OpenAI cannot enforce additionalProperties other than false, so the model gets the schema as an instruction',
        },
      ],
      [],
    ]);
  });

  it('that requires what it forbids is run, with a warning', async () => {
    reply = () => ({ content: '{"a":{}}' });
    const inner = { type: 'object', properties: {}, required: ['b/c'], additionalProperties: false };
    const { results } = await ask({
      models: ['grok-4.3'],
      response_schema: { type: 'object', properties: { a: inner } },
    });
    expect(results[0]?.warnings).toMatchObject([
      { code: 'schema_unsatisfiable', pointer: '/response_schema/properties/a/required/0' },
      { code: 'schema_not_satisfied', message: 'the output does not satisfy required at /a' },
    ]);
  });
});

describe('a schema of a generator', () => {
  it.each(GENERATED_SCHEMAS.slice(0, 1))(
    '%s reaches models of every kind, and decides',
    async (_name, { schema, valid, invalid }) => {
      // Two models enforce their part of the schema, and one gets it as an instruction.
      const models = ['gpt-4o', 'gemini-2.5-flash', 'grok-4.3'];
      for (const [value, schemaValid] of [
        [valid[0], true],
        [invalid[0], false],
      ] as const) {
        reply = () => ({ content: JSON.stringify(value) });
        const { results } = await ask({ models, response_schema: schema });
        expect(results.map((result) => [result.status, result.schemaValid])).toEqual(
          models.map(() => ['completed', schemaValid]),
        );
      }
    },
  );
});

describe('an answer by instruction that does not fit', () => {
  const usage = { inputTokens: 1_000, outputTokens: 100 };
  const OTHER = 'mistral-medium-2604';

  it('is asked for once more, with both calls counted and paid for', async () => {
    gateway.upstream.clear();
    reply = ({ turns }) => ({ content: turns.length > 1 ? '{"name":"Ada"}' : 'Her name is Ada.', usage });
    const { results, creditsUsed } = await ask({ models: ['mistral-large-2512'] });
    expect(results[0]).toMatchObject({
      output: '{"name":"Ada"}',
      schemaValid: true,
      attempts: 2,
      tokensIn: 2_000,
      tokensOut: 200,
    });
    expect(results[0]).not.toHaveProperty('warnings');
    // 0.50 and 1.50 USD per million tokens, twice; a credit is a cent.
    expect(creditsUsed).toBeCloseTo(2 * (0.05 + 0.015), 9);
    expect(sentTo('mistral-large-2512')).toMatchObject([
      {},
      {
        messages: [
          { role: 'system' },
          { role: 'user' },
          { role: 'assistant', content: 'Her name is Ada.' },
          { role: 'user' },
        ],
      },
    ]);
  });

  it('stays as it was where the second is no better', async () => {
    gateway.upstream.clear();
    reply = ({ turns }) => ({ content: turns.length > 1 ? 'Ada, I said.' : 'Her name is Ada.', usage });
    const { results } = await ask({ models: ['mistral-large-2512'] });
    expect(results[0]).toMatchObject({
      output: 'Her name is Ada.',
      schemaValid: false,
      attempts: 2,
      warnings: [{ code: 'schema_not_satisfied', message: 'the output is not JSON' }],
    });
  });

  const [FIT, UNFIT] = ['{"name":"Ada"}', 'Her name is Ada.'];
  it.each([
    ['the second answer, which fits', [undefined, OTHER], FIT, OTHER, ['served_by_other_model']],
    ['the first answer, of which the second takes the place', [OTHER, undefined], FIT, undefined, []],
    ['a second answer that is dropped', [undefined, OTHER], UNFIT, undefined, ['schema_not_satisfied']],
    [
      'the first answer, which stays',
      [OTHER, undefined],
      UNFIT,
      OTHER,
      ['served_by_other_model', 'schema_not_satisfied'],
    ],
  ])('names the model that gave it: another gave %s', async (_name, givers, second, servedBy, codes) => {
    reply = ({ turns }) => {
      const [given, content] = turns.length > 1 ? [givers[1], second] : [givers[0], UNFIT];
      return { content, usage, ...(given !== undefined && { servedBy: given }) };
    };
    const [result] = (await ask({ models: ['mistral-large-2512'] })).results;
    expect([result?.output, result?.servedBy]).toEqual([second, servedBy]);
    expect(result?.warnings?.map(({ code }) => code) ?? []).toEqual(codes);
  });

  it('warns that the second call got a lower cap, since it has the first answer too', async () => {
    gateway.upstream.clear();
    const unfit = 'word '.repeat(8_000);
    reply = ({ turns }) => ({ content: turns.length > 1 ? FIT : unfit, usage });
    const settings = { maxTokens: 250_000 };
    const asked = { models: ['mistral-large-2512'], generation_settings: settings };
    const [result] = (await ask(asked)).results;
    expect(sentTo('mistral-large-2512')).toMatchObject([
      { max_tokens: 250_000 },
      { max_tokens: expect.toSatisfy((tokens: number) => tokens < 250_000) },
    ]);
    expect(result).toMatchObject({
      output: FIT,
      warnings: [{ code: 'max_tokens_lowered', pointer: '/generation_settings/maxTokens' }],
    });
  });

  const [CALL, BOTH] = ['for one of two calls, so nothing is charged for that call', 'for this model'];
  it.each([
    ['the first call', [true, false], 1, CALL],
    ['the second call', [false, true], 1, CALL],
    ['both calls', [true, true], 0, BOTH],
  ])('warns where usage is missing of %s', async (_name, isMissing, charged, message) => {
    reply = ({ turns, model }) => {
      const [missing, content] = turns.length > 1 ? [isMissing[1], FIT] : [isMissing[0], UNFIT];
      if (missing !== true) return { content, usage, stream: 'ignored' };
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      return {
        raw: JSON.stringify({ id: 'x', object: 'chat.completion', created: 0, model, choices }),
        headers: { 'content-type': 'application/json' },
      };
    };
    const [result] = (await ask({ models: ['mistral-large-2512'] })).results;
    expect(result).toMatchObject({
      output: FIT,
      tokensIn: charged * 1_000,
      warnings: [{ code: 'usage_missing', message: expect.stringContaining(message) }],
    });
    expect(result?.warnings).toHaveLength(1);
    expect(result?.credits).toBeCloseTo(charged * (0.05 + 0.015), 9);
  });

  it.each([
    ['was cut at its cap', { finishReason: 'length' as const }],
    ['was refused', { finishReason: 'refused' as const }],
  ])('is not asked for again where it %s', async (_name, how) => {
    gateway.upstream.clear();
    reply = () => ({ content: '{"name":', usage, ...how });
    expect((await ask({ models: ['mistral-large-2512'] })).results[0]).toMatchObject({
      schemaValid: false,
      attempts: 1,
    });
  });

  it('is within the largest hold', async () => {
    const poor = await gateway.account(0, { holds: 'worst' });
    const holdOf = async (body: object): Promise<number> =>
      (
        await gateway.post(poor.key, {
          prompt: 'Who?',
          models: ['mistral-large-2512'],
          generation_settings: { maxTokens: 1_000 },
          ...body,
        })
      ).body.estimatedCreditsRequired;
    expect(await holdOf({ response_schema: person })).toBeGreaterThan(2 * (await holdOf({})));
  });
});

describe('a hostile schema', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_value, level) => [
      `d${level}`,
      { properties: { a: { $ref: `#/$defs/d${level + 1}` }, b: { $ref: `#/$defs/d${level + 1}` } } },
    ]),
  );

  it.each<[string, object, string, RegExp]>([
    ['a remote reference', { $ref: 'http://127.0.0.1:1/schema.json' }, '/$ref', /\$defs/],
    ['look-around', { type: 'string', pattern: '(?=a)' }, '/pattern', /linear-time/],
    ['a back-reference', { type: 'string', pattern: '(a)\\1' }, '/pattern', /linear-time/],
    ['a broken pattern', { type: 'string', pattern: '(' }, '/pattern', /regular expression/],
    ['a type nobody knows', { type: 'objekt' }, '/type', /mean object\?/],
    ['a misspelt keyword', { proprties: {} }, '/proprties', /mean properties\?/],
  ])('with %s is a 400 that says what to do', async (_name, response_schema, place, message) => {
    const answer = await gateway.post(account.key, { prompt: 'x', models: ['gpt-4o'], response_schema });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([
      {
        pointer: `/response_schema${place}`,
        code: 'schema',
        message: expect.stringMatching(message),
      },
    ]);
  });

  it('whose pattern would backtrack for ever is checked in linear time', async () => {
    reply = () => ({ content: JSON.stringify('a'.repeat(5_000) + '!') });
    const { results } = await ask({
      models: ['grok-4.3', 'gpt-4o'],
      response_schema: { type: 'string', pattern: '^(a|a)*$' },
    });
    expect(results.map(({ schemaValid }) => schemaValid)).toEqual([false, false]);
  });

  it('whose references double at every level holds up nobody', async () => {
    reply = () => ({ content: '{}' });
    const [hostile, ...others] = await Promise.all([
      gateway.post(account.key, {
        prompt: 'x',
        models: ['grok-4.3'],
        response_schema: { $ref: '#/$defs/d0', $defs: { ...doubling, d40: {} } },
      }),
      ...Array.from({ length: 20 }, () => gateway.post(account.key, { prompt: 'x', models: ['grok-4.3'] })),
    ]);
    expect([200, 400]).toContain(hostile?.status);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('of one caller can never be referred to by another', async () => {
    reply = () => ({ content: '{"secret":1}' });
    await ask({
      models: ['grok-4.3'],
      response_schema: {
        $id: 'https://example.com/mine',
        type: 'object',
        properties: { secret: { const: 1 } },
      },
    });
    const other = await gateway.post(account.key, {
      prompt: 'x',
      models: ['grok-4.3'],
      response_schema: { $ref: 'https://example.com/mine' },
    });
    expect(other.status).toBe(400);
    expect(
      (
        await ask({
          models: ['grok-4.3'],
          response_schema: { $id: 'https://example.com/mine', type: 'object' },
        })
      ).results[0]?.schemaValid,
    ).toBe(true);
  });
});
