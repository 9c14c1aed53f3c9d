import { describe, expect, it } from 'vitest';
import compare from '../../codegen/schemas/compare-request.schema.json' with { type: 'json' };
import prompt from '../../codegen/schemas/prompt-request.schema.json' with { type: 'json' };
import { boundMembers, MAX_ENTRIES, MEMBER_VALUES } from '../../core/text/bound-members.ts';

const schema = { properties: { ...prompt.properties, ...compare.properties }, prompt, compare };

const keys = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));
const list = <T>(length: number, item: T): T[] => Array.from({ length }, () => item);

/** The bounded body, with its problems. */
function bounded(body: unknown): unknown {
  const { problems, sizeProblem } = boundMembers(body);
  return { body, problems: problems.map(({ pointer, code }) => `${pointer} ${code}`), sizeProblem };
}

describe('the members of a body', () => {
  it('are left as they are in the largest request of the contract', () => {
    const marked = { cache_control: { type: 'ephemeral' } };
    const request = {
      // Of fields with one value.
      ...Object.fromEntries(Object.keys(schema.properties).map((name) => [name, 1])),
      models: list(64, 'gpt-4o'),
      judges: list(6, 'gpt-4o'),
      judge_pairs: list(200, [0, 1]),
      judge_weights: { accuracy: 1, speed: 0, cost: 0 },
      answers: list(64, { text: 'x', modelId: 'x' }),
      attachments: list(10, { name: 'a', type: 'image/png', base64: '' }),
      system_prompt: list(64, { type: 'text', text: 'x', ...marked }),
      generation_settings: { temperature: 1, maxTokens: 1, topP: 1 },
      response_schema: keys(1_999),
      model_tuning: Object.fromEntries(list(64, 0).map((_, index) => [`model-${index}`, keys(14)])),
      cache: { maxAgeSeconds: 1 },
      history: list(200, { role: 'user', content: 'x', ...marked }),
    };
    const before = structuredClone(request);
    expect(bounded(request)).toEqual({ body: before, problems: [], sizeProblem: undefined });
  });

  it('have the bounds of the request’s schema', () => {
    const most = [...JSON.stringify(schema).matchAll(/"maxItems":(\d+)/g)].map(([, items]) => Number(items));
    expect(Math.max(...most)).toBe(MAX_ENTRIES);
    expect(Object.keys(MEMBER_VALUES).toSorted()).toEqual(Object.keys(schema.properties).toSorted());
  });

  it('lose the content that a validator does not read', () => {
    const body = { ...keys(1_000), prompt: 'x', models: list(99_999, ['x']), more: 1 };
    const expected = { ...keys(64), prompt: 'x', models: list(201, null) };
    for (const name of Object.keys(keys(64))) Object.assign(expected, { [name]: null });
    expect(bounded(body)).toEqual({ body: expected, problems: [], sizeProblem: undefined });
    expect(bounded(list(99_999, 'x'))).toEqual({ body: [], problems: [], sizeProblem: undefined });
  });

  it.each([
    [{ response_schema: keys(2_000) }, { response_schema: {} }],
    [{ response_schema: { enum: list(99_000, []) } }, { response_schema: {} }],
    [{ model_tuning: { x: keys(1_100) } }, { model_tuning: {} }],
    [{ history: list(200, keys(33)) }, { history: [] }],
    [{ prompt: keys(8_000) }, { prompt: {} }],
  ])('are emptied and reported if they have too many values (case %#)', (body, expected) => {
    const [name] = Object.keys(body);
    expect(bounded(body)).toEqual({ body: expected, problems: [`/${name} limit`], sizeProblem: undefined });
  });

  it('are refused if they are long', () => {
    const parts = list(300, 'x'.repeat(1_000));
    const refused = boundMembers({ response_schema: { enum: parts } });
    expect(refused.sizeProblem).toMatchObject({ pointer: '/response_schema', code: 'limit' });
    expect(boundMembers('x'.repeat(300_000)).sizeProblem).toMatchObject({ pointer: '' });
    expect(bounded({ odd: parts })).toEqual({ body: { odd: null }, problems: [], sizeProblem: undefined });
  });

  it('have strings cut that no field takes, with enough left to be refused', () => {
    const [name, title] = ['a'.repeat(1_000_000), 'x'.repeat(1_000_000)];
    const body = { attachments: [{ name }], response_schema: { title }, models: [name] };
    expect(boundMembers(body).sizeProblem).toBeUndefined();
    expect(body.models[0]).toHaveLength(65_536);
    expect([body.attachments[0]?.name.length, body.response_schema.title.length]).toEqual([65_536, 65_536]);
  });
});
