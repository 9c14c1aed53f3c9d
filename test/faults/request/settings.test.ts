import { expect, it } from 'vitest';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { fieldOutcomes, untiringAccount } from './refusals.ts';
import { verdictText } from '../../support/samples/verdict-text.ts';

const VERDICT = verdictText('first');

const gateway = gatewayOfFile({
  sandbox: { reply: ({ user }) => (user.includes('<<<FIRST') ? { content: VERDICT } : undefined) },
});
const account = untiringAccount(gateway);

const { refused, quoted } = fieldOutcomes(gateway, account);

it.each<[object, string]>([
  [{ accuracy: -0.01 }, '/judge_weights/accuracy range'],
  [{ speed: 1.01 }, '/judge_weights/speed range'],
  [{ style: 1 }, '/judge_weights/style unknown_field'],
  [{ cost: '1' }, '/judge_weights/cost type'],
])('35 the weights %j are a 400', async (judge_weights, problem) => {
  expect(await refused({ judge_weights })).toEqual([problem]);
});

it('35 weights that are all zero are accepted and make every evaluation a tie', async () => {
  const { status, body } = await gateway.post(account.key, {
    prompt: 'hi',
    models: ['gpt-4o', 'grok-4.3'],
    judges: ['gpt-4o'],
    judge_weights: { accuracy: 0, speed: 0, cost: 0 },
  });
  expect(status).toBe(200);
  expect(body.evaluations).toMatchObject([{ winner: 'tie', score: 0 }]);
});

it.each<[string, string, unknown, string | undefined]>([
  ['claude-opus-4-6', 'thinkingBudget', 0, undefined],
  ['claude-opus-4-6', 'thinkingBudget', 1, 'range'],
  ['claude-opus-4-6', 'thinkingBudget', 1_023, 'range'],
  ['claude-opus-4-6', 'thinkingBudget', 1_024, undefined],
  ['claude-opus-4-6', 'thinkingBudget', 32_000, undefined],
  ['claude-opus-4-6', 'thinkingBudget', 32_001, 'range'],
  ['gemini-3.5-flash', 'thinkingBudget', 1, undefined],
  ['gemini-3.5-flash', 'thinkingBudget', 24_577, 'range'],
  ['grok-4.3', 'thinkingBudget', 1_024, 'not_allowed'],
  ['claude-opus-4-6', 'reasoningEffort', 'low', 'not_allowed'],
])('36 for %s, %s %j is accepted or refused by the model’s range', async (model, name, value, code) => {
  const model_tuning = { [model]: { [name]: value } };
  if (code === undefined) expect(await quoted({ models: [model], model_tuning })).toBeGreaterThan(0);
  else expect(await refused({ model_tuning })).toEqual([`/model_tuning/${model}/${name} ${code}`]);
});

const cached = { cache_control: { type: 'ephemeral' } };

it('37 a fifth cache breakpoint is a 400, wherever the others are', async () => {
  const system_prompt = Array.from({ length: 3 }, () => ({ type: 'text', text: 'x', ...cached }));
  const turn = { role: 'user', content: 'x', ...cached };
  expect(await quoted({ system_prompt, history: [turn] })).toBeGreaterThan(0);
  expect(await refused({ system_prompt, history: [turn, turn] })).toEqual(['/history/1/cache_control limit']);
});

it.each([
  '../../x',
  'http://127.0.0.1:1/x',
  'cachedContents/../x',
  'cachedContents/x\r\nX-Y: z',
  'cachedContents/x?y',
  '',
])('38 %j as cachedContent is a 400', async (cachedContent) => {
  expect(await refused({ model_tuning: { 'gemini-3.5-flash': { cachedContent } } })).toEqual([
    '/model_tuning/gemini-3.5-flash/cachedContent pattern',
  ]);
});

it('39 a turn with the role system, or without one, is a 400; an empty history is accepted', async () => {
  for (const role of ['system', 'tool', '', 'User'])
    expect(await refused({ history: [{ role, content: 'x' }] })).toEqual(['/history/0/role not_allowed']);
  expect(await refused({ history: [{}] })).toEqual(['/history/0/role missing', '/history/0/content missing']);
  expect(await quoted({ history: [] })).toBe(await quoted({}));
});

it('40 a system prompt with a block that is not text is a 400', async () => {
  const block = { type: 'image', text: 'x' };
  expect(await refused({ system_prompt: [{ type: 'text', text: 'x' }, block] })).toEqual([
    '/system_prompt/1/type not_allowed',
  ]);
});

it.each(['true', 1, null])('41 zero_data_retention %j is a 400, never read as false', async (value) => {
  expect(await refused({ zero_data_retention: value })).toEqual(['/zero_data_retention type']);
});
