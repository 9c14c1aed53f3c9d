import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { type TestAccount } from '../../support/gateways/test-gateway.ts';
import { pictureHolding } from '../../support/samples/sample-picture.ts';
import { cases } from '../../support/whole-run.ts';

const USAGE = { inputTokens: 1_000, outputTokens: 100 };

let accounts: readonly TestAccount[];
/** No two answers are alike, so an answer identifies its call. */
let calls = 0;

const gateway = gatewayOfFile({
  sandbox: {
    reply: () => {
      calls += 1;
      return { content: `{"call":${calls}}`, usage: USAGE };
    },
  },
});
beforeAll(async () => {
  accounts = [
    await gateway.account(1_000_000, { cache: true }),
    await gateway.account(1_000_000, { cache: true }),
  ];
});

const file = (content: string): object => ({
  name: 'a.png',
  type: 'image/png',
  base64: pictureHolding(Buffer.from(content)).toString('base64'),
});

/** What all models of a request are sent. Requests often agree in all, or differ in one field alone. */
const PROMPT = { prompt: 'a' };
const question = fc.oneof(
  { weight: 20, arbitrary: fc.constant<object>(PROMPT) },
  ...[
    { prompt: 'b' },
    { prompt: `a${' long'.repeat(5_000)}` },
    { system_prompt: 'Be brief.' },
    { system_prompt: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }] },
    {
      history: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b' },
      ],
    },
    {
      history: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'c' },
      ],
    },
    { generation_settings: { maxTokens: 900 } },
    { generation_settings: { temperature: 0.5 } },
    { attachments: [file('one')] },
    { attachments: [file('two')] },
    { attachments: [file('two'), file('one')] },
    { response_schema: { type: 'object' } },
    { response_schema: { type: 'object', title: 'x' } },
  ].map((change) => ({ weight: 1, arbitrary: fc.constant<object>({ ...PROMPT, ...change }) })),
);

const tuning = fc.oneof(
  { weight: 8, arbitrary: fc.constant<object>({}) },
  ...[
    { 'gpt-5.4': { reasoningEffort: 'low' } },
    { 'gpt-5.4': { reasoningEffort: 'high' } },
    { 'gpt-5.4': { reasoningEffort: 'low' }, 'gemini-3.5-flash': { thinkingBudget: 1_024 } },
    { 'gemini-3.5-flash': { thinkingBudget: 2_048 } },
  ].map((tuned) => ({ weight: 1, arbitrary: fc.constant<object>(tuned) })),
);

const anyRequest = fc.record({
  account: fc.constantFrom(0, 0, 0, 0, 1),
  question,
  tuning,
  models: fc.array(fc.constantFrom('gpt-5.4', 'gpt-5.4', 'gemini-3.5-flash'), {
    minLength: 1,
    maxLength: 3,
  }),
  /** The same request, written in another order. */
  isReversed: fc.boolean(),
  wantsCache: fc.constantFrom(true, true, true, true, false),
});

type CachedRequest = typeof anyRequest extends fc.Arbitrary<infer T> ? T : never;

function promptOf(request: object): string {
  return 'prompt' in request ? String(request.prompt) : '';
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toReversed();
  // The order of a schema's members is part of the question, because providers write the members in this order.
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === 'response_schema' ? member : reversed(member)]),
  );
}

/** The question of an entry, computed without digests: its account, model, turn, question and tuning. */
function entriesOf({ account, question: all, tuning: tunings, models }: CachedRequest): readonly string[] {
  return models.map((model, index) => {
    const turn = models.slice(0, index).filter((other) => other === model).length;
    const members = Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return JSON.stringify([
      account,
      model,
      turn,
      members,
      new Map(Object.entries(tunings)).get(model) ?? null,
    ]);
  });
}

test('an entry is answered from the cache just where its own account asked the very same before', async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { minLength: 4, maxLength: 10 }), async (requests) => {
      const nonce = randomBytes(8).toString('hex');
      const cachedAnswers = new Map<string, string>();
      for (const request of requests) {
        const { question: all, tuning: model_tuning, models, wantsCache } = request;
        const body = {
          ...all,
          prompt: `${nonce} ${promptOf(all)}`,
          models,
          model_tuning,
          ...(wantsCache && { cache: { maxAgeSeconds: 600 } }),
        };
        const key = accounts[request.account]?.key;
        const answer = await gateway.post(key, request.isReversed ? reversed(body) : body);
        expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
        const before = new Map(cachedAnswers);
        for (const [index, entry] of entriesOf(request).entries()) {
          const { status, output, cached = false, warnings = [] } = answer.body.results[index];
          expect(status).toBe('completed');
          const earlier = wantsCache ? before.get(entry) : undefined;
          expect([cached, earlier ?? output]).toEqual([earlier !== undefined, output]);
          if (earlier !== undefined) hits += 1;
          // On a busy machine an answer may not be checked against its schema in time: it is not stored.
          const codes = warnings.map(({ code }: { readonly code: string }) => code);
          if (codes.includes('schema_not_checked')) continue;
          if (wantsCache) cachedAnswers.set(entry, output);
          else expect([...cachedAnswers.values()]).not.toContain(output);
        }
      }
    }),
    { numRuns: cases(60) },
  );
  // Else nothing was tried.
  expect(hits).toBeGreaterThan(60);
});
