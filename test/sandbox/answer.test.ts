import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { defaultAnswer, usageOf } from '../../core/sandbox/answer.ts';
import type { SandboxCall } from '../../core/sandbox/contract.ts';
import { exampleOf } from '../../core/sandbox/schema.ts';

function callWith(members: Partial<SandboxCall>): SandboxCall {
  return {
    provider: 'openai',
    model: 'gpt-4o',
    system: '',
    user: 'Why is the sky blue?',
    turns: [{ role: 'user', text: members.user ?? 'Why is the sky blue?' }],
    files: 0,
    maxTokens: 1000,
    schema: undefined,
    functions: [],
    hasForcedTool: false,
    isStream: false,
    attempt: 1,
    body: {},
    ...members,
  };
}

function inputOf(members: Partial<SandboxCall>): number {
  const call = callWith(members);
  return usageOf(call, defaultAnswer(call)).inputTokens;
}

const models = [
  'gpt-4o',
  'gpt-4.1',
  'claude-opus-4-7',
  'grok-4.3',
  'amazon.nova-pro-v1:0',
  'ministral-3b-2512',
];

describe('the default answer', () => {
  test('of the writer of a fused answer quotes the task alone', () => {
    const block = (label: string, text: string) => `<<<${label} 0a1b>>>\n${text}\n<<<END ${label} 0a1b>>>`;
    const user = [block('TASK', 'Why is grass green?'), block('ANSWER', 'Chlorophyll.')].join('\n\n');
    expect(defaultAnswer(callWith({ user })).content).toContain('on "Why is grass green?" ');
  });

  test('is the same for the same call, and differs between models and prompts', () => {
    const answers = models.map((model) => defaultAnswer(callWith({ model })).content);
    expect(new Set(answers).size).toBe(models.length);
    expect(models.map((model) => defaultAnswer(callWith({ model })).content)).toEqual(answers);
    expect(defaultAnswer(callWith({ user: 'Why is grass green?' })).content).not.toBe(answers[0]);
  });

  test('is a small JSON object where any is asked for, natively or in words', () => {
    const schema = { type: 'object' };
    const words = `Answer with one JSON value. The value must satisfy this JSON Schema: ${JSON.stringify(schema)}`;
    for (const asked of [{ schema }, { system: words }, { user: words }])
      expect(JSON.parse(defaultAnswer(callWith(asked)).content)).toEqual({ answer: expect.any(String) });
  });

  test('names no model, so that a judge stays blind', () => {
    for (const model of models) expect(defaultAnswer(callWith({ model })).content).not.toContain(model);
  });

  test('costs more input the longer the prompt, and counts files and the system prompt', () => {
    const inputs = [20, 200, 2000, 20_000].map((length) => inputOf({ user: 'x'.repeat(length) }));
    expect(inputs).toEqual(inputs.toSorted((a, b) => a - b));
    expect(new Set(inputs).size).toBe(4);
    expect(inputOf({ files: 2 })).toBe(inputOf({}) + 600);
    expect(inputOf({ system: 'Be brief.' })).toBeGreaterThan(inputOf({}));
  });

  test.each([
    { model: 'gpt-4o', body: {}, thinks: false },
    { model: 'o3-pro', body: {}, thinks: true },
    { model: 'gpt-5.4', body: {}, thinks: false },
    { model: 'gpt-5.4', body: { reasoning: { effort: 'high' } }, thinks: true },
    { model: 'grok-4.3', body: { reasoning_effort: 'none' }, thinks: false },
    { model: 'deepseek-flash', body: { thinking: { type: 'disabled' } }, thinks: false },
    { model: 'claude-opus-4-6', body: { thinking: { type: 'enabled', budget_tokens: 2048 } }, thinks: true },
    {
      model: 'gemini-3.5-flash',
      body: { generationConfig: { thinkingConfig: { thinkingLevel: 'MINIMAL' } } },
      thinks: false,
    },
  ])('$model with $body reasons: $thinks', ({ model, body, thinks }) => {
    const call = callWith({ model, body });
    const usage = usageOf(call, defaultAnswer(call));
    expect(usage.reasoningTokens > 0).toBe(thinks);
    expect(usage.outputTokens).toBeGreaterThan(usage.reasoningTokens);
  });

  test.each([1, 5, 50, 119, 121])(
    'never uses more than the cap of %i tokens, and says that it was cut',
    (maxTokens) => {
      const functions = [{ name: 'look', schema: { type: 'object', properties: { a: { type: 'string' } } } }];
      const asked = ['gpt-4o', 'o3-pro'].flatMap((model) => [{ model }, { model, functions }]);
      for (const one of asked) {
        const call = callWith({ ...one, maxTokens });
        const answer = defaultAnswer(call);
        const usage = usageOf(call, answer);
        expect(usage.outputTokens).toBeLessThanOrEqual(maxTokens);
        expect(usage.reasoningTokens).toBeLessThanOrEqual(usage.outputTokens);
        expect(answer.finishReason === 'length').toBe(usage.outputTokens === maxTokens);
      }
    },
  );
});

const schemas = [
  {
    type: 'object',
    properties: { a: { type: 'string', minLength: 30 }, b: { type: 'integer', minimum: 7 } },
    required: ['a', 'b'],
  },
  { type: 'array', items: { enum: ['x', 'y'] }, minItems: 3 },
  { type: 'number', exclusiveMinimum: 0, maximum: 1 },
  { type: 'integer', minimum: 3, maximum: 11, multipleOf: 4 },
  { type: ['string', 'null'], maxLength: 4 },
  { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
  { const: { deep: [1, 2] } },
  { type: 'string', pattern: '^[A-Z]{3}$' },
  {
    allOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] },
    ],
  },
  {
    type: 'object',
    properties: { a: { type: 'string' }, odd: { type: 'string', pattern: '^zz-[0-9]{9}$' } },
    required: ['a'],
  },
  {
    type: 'object',
    properties: { node: { $ref: '#/$defs/node' } },
    required: ['node'],
    additionalProperties: false,
    $defs: { node: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
  },
];

describe('an example of a schema', () => {
  const ajv = new Ajv({ allowUnionTypes: true });

  test.each(schemas)('satisfies %j for any seed', (schema) => {
    const isValid = ajv.compile(schema);
    for (let seed = 0; seed < 50; seed += 1) {
      expect(isValid(exampleOf(schema, seed)), JSON.stringify(exampleOf(schema, seed))).toBe(true);
    }
  });

  test('ends where a schema refers to itself', () => {
    const endless = { type: 'object', properties: { next: { $ref: '#' } } };
    expect(JSON.stringify(exampleOf(endless, 1)).length).toBeLessThan(1000);
  });

  test('is the answer to a schema on the wire, and to one in an instruction', () => {
    const [schema] = schemas;
    const isValid = ajv.compile(schema ?? false);
    const native: unknown = JSON.parse(defaultAnswer(callWith({ schema })).content);
    const system = `Given {"a": 1} and { braces }, answer with JSON of this schema:\n${JSON.stringify(schema, null, 2)}\nThat is all.`;
    const instructed: unknown = JSON.parse(defaultAnswer(callWith({ system })).content);
    expect([isValid(native), isValid(instructed)]).toEqual([true, true]);
  });
});
