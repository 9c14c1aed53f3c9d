import { beforeAll, describe, expect, it, test } from 'vitest';
import promptRequest from '../../codegen/schemas/prompt-request.schema.json' with { type: 'json' };
import { BAD_REQUESTS } from './bad-requests.ts';
import { fixtureInput, type GeneratedModule, importGenerated, problemsIn } from './fixture-input.ts';

const MINIMAL = { prompt: 'Hello', models: ['aurora-vega-5'] };
const turn = { role: 'user', content: 'x' };

let generated: GeneratedModule;
beforeAll(async () => {
  generated = await importGenerated(await fixtureInput());
});

/** Removes undefined fields, like a parsed body. */
function request(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries({ ...MINIMAL, ...fields });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function messageOf(value: unknown): string | undefined {
  return problemsIn(generated.checkPromptRequest(value))[0]?.message;
}

describe('a request that breaks the contract', () => {
  it.each(BAD_REQUESTS)('is refused: $name', ({ fields, problems }) => {
    const value = request(fields);
    expect(generated.checkPromptRequest(value)).toHaveProperty('problems');
    const found = problemsIn(generated.checkPromptRequest(value)).map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );
    expect(found.toSorted()).toEqual(problems.toSorted());
  });

  it.each([[null], [undefined], ['{}'], [7], [[]], [[MINIMAL]]])('is refused whole: %j', (value) => {
    const [problem, ...others] = problemsIn(generated.checkPromptRequest(value));
    expect(problem).toEqual({ pointer: '', code: 'type', message: 'must be an object' });
    expect(others).toEqual([]);
  });
});

describe('a request of the contract', () => {
  const good: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['the least', {}],
    ['one model twice', { models: ['aurora-mini', 'aurora-mini'] }],
    ['64 models', { models: Array.from({ length: 64 }, () => 'borealis-glow.1') }],
    ['six judges, one of them twice', { judges: Array.from({ length: 6 }, () => 'aurora-mini') }],
    ['no judges', { judges: [] }],
    ['the longest prompt', { prompt: `x${' '.repeat(1_999_999)}` }],
    ['weights at their ends', { judge_weights: { accuracy: 0, speed: 1, cost: 0.5 } }],
    ['no weights', { judge_weights: {} }],
    [
      'ten attachments',
      {
        attachments: Array.from({ length: 10 }, () => ({
          name: 'ü.pdf',
          type: 'application/pdf',
          base64: 'aGk=',
        })),
      },
    ],
    [
      'a long name and a rare type',
      { attachments: [{ name: 'x'.repeat(255), type: 'application/vnd.a+b', base64: '' }] },
    ],
    ['a system prompt', { system_prompt: 'Be brief.' }],
    [
      'system blocks',
      {
        system_prompt: [
          { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'y' },
        ],
      },
    ],
    [
      '200 turns',
      { history: Array.from({ length: 200 }, () => ({ ...turn, cache_control: { type: 'ephemeral' } })) },
    ],
    ['settings at their ends', { generation_settings: { temperature: 2, topP: 0, maxTokens: 10_000_000 } }],
    ['settings at the other ends', { generation_settings: { temperature: 0, topP: 1, maxTokens: 1 } }],
    ['any schema', { response_schema: { type: 'object', $defs: { a: true }, 'x-own': [null] } }],
    ['retention', { zero_data_retention: false }],
    ['tuning of a model that is not run', { model_tuning: { 'borealis-arc': { webSearch: true } } }],
    ['an empty entry for a model without tuning', { model_tuning: { 'aurora-mini': {} } }],
    ['budget 0', { model_tuning: { 'aurora-vega-5': { thinkingBudget: 0 } } }],
    ['budget 1,024', { model_tuning: { 'aurora-vega-5': { thinkingBudget: 1024 } } }],
    ['budget 32,000', { model_tuning: { 'aurora-vega-5': { thinkingBudget: 32_000 } } }],
    [
      'another budget 1',
      { model_tuning: { 'borealis-arc': { thinkingBudget: 1, cachedContent: 'caches/a1' } } },
    ],
    ['effort none', { model_tuning: { 'borealis-glow.1': { reasoningEffort: 'none' } } }],
  ];

  it.each(good)('is accepted: %s', (_name, fields) => {
    const value = request(fields);
    expect(generated.checkPromptRequest(value)).toEqual({ request: value });
  });
});

describe('the suggestion for a field in another case', () => {
  it.each([
    ['judgeWeights', 'judge_weights'],
    ['maxCredits', 'max_credits'],
    ['max_tokens', 'generation_settings.maxTokens'],
    ['top_p', 'generation_settings.topP'],
    ['Models', 'models'],
  ])('of %s: did you mean %s', (sent, suggestion) => {
    expect(messageOf(request({ [sent]: 1 }))).toContain(
      `unknown field; did you mean ${suggestion}? Allowed here: `,
    );
  });
});

describe('the message for a wrong field', () => {
  it.each([
    [
      { modles: [] },
      `unknown field; did you mean models? Allowed here: ${Object.keys(promptRequest.properties).join(', ')}`,
    ],
    [
      { generation_settings: { max_tokens: 5 } },
      'unknown field; did you mean maxTokens? Allowed here: temperature, maxTokens, topP',
    ],
    [{ judge_weights: { style: 1 } }, 'unknown field; allowed here: accuracy, speed, cost'],
    [{ generation_settings: { temperature: 3 } }, 'must be from 0 to 2'],
    [{ models: [] }, 'must have from 1 to 64 entries'],
    [{ judges: Array.from({ length: 7 }, () => 'aurora-mini') }, 'must have at most 6 entries'],
    [{ prompt: 5 }, 'must be a string'],
    [{ generation_settings: { maxTokens: 'x' } }, 'must be an integer'],
    [{ system_prompt: 5 }, 'must be a string or an array'],
    [{ history: [{ role: 'system', content: 'x' }] }, 'must be one of: user, assistant'],
    [{ prompt: ' ' }, 'must hold at least one character that is not white space'],
    [{ model_tuning: { 'aurora-mini': { effort: 1 } } }, 'aurora-mini takes no tuning parameters'],
    [
      { model_tuning: { 'borealis-glow.1': { effort: 1 } } },
      'borealis-glow.1 takes no such parameter; it takes: reasoningEffort',
    ],
    [
      { model_tuning: { 'aurora-vega-5': { thinkingBudget: 5 } } },
      'must be 0 or an integer from 1024 to 32000',
    ],
    [{ model_tuning: { 'borealis-arc': { thinkingBudget: 99_999 } } }, 'must be from 0 to 24576'],
  ])('%j: %s', (fields, message) => {
    expect(messageOf(request(fields))).toBe(message);
  });

  test('no value of the request is repeated', () => {
    const secret = 'sk-canary-7f3a';
    const value = {
      prompt: [secret],
      models: [secret],
      judges: secret,
      system_prompt: [secret],
      judge_prompt: { secret },
      history: [{ role: secret, content: 1 }],
    };
    const problems = problemsIn(generated.checkPromptRequest(value));
    expect(problems.length).toBeGreaterThan(5);
    expect(JSON.stringify(problems)).not.toContain(secret);
  });
});
