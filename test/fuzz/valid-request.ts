import * as fc from 'fast-check';
import { registry } from '../contract/registry-on-disk.ts';
import type { PromptRequest } from '../../core/generated/prompt-request.ts';
import { gif, jpeg, pdf, png, webp } from '../support/samples/sample-files.ts';

/** Stands in texts of every request, so that an answer that repeats a value is found out. */
export const CANARY = 'c4nAry7';

export const MODEL_IDS = registry.models.map(({ id }) => id);

const FILES: readonly (readonly [type: string, bytes: Buffer])[] = [
  ['image/png', png({ width: 2, height: 2 })],
  ['image/jpeg', jpeg({ width: 3, height: 2 })],
  ['image/gif', gif({ width: 2, height: 5 })],
  ['image/webp', webp('lossless', { width: 4, height: 2 })],
  ['application/pdf', pdf({ pages: 2 })],
];

/** Of models whose tuning is known to take it; the rest is for mutations. */
const TUNINGS = [
  { 'gemini-3.5-flash': { thinkingBudget: 0, webSearch: true } },
  { 'gpt-5.4': { reasoningEffort: 'low' } },
  { 'claude-sonnet-4-6': { thinkingBudget: 1_024 } },
  { 'cerebras-gpt-oss-120b': { reasoningEffort: 'high' } },
];

const SCHEMAS = [
  { type: 'object' },
  {
    type: 'object',
    additionalProperties: false,
    required: ['answer'],
    properties: { answer: { type: 'string', maxLength: 99 }, sure: { type: ['number', 'null'] } },
  },
  {
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    $ref: '#/$defs/node',
  },
];

const words = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('Say hello.', 'x', `${CANARY} in a text`, 'Zwölf Boxkämpfer', '你好，世界'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
);
const text = words.filter((said) => said.trim() !== '' && said.isWellFormed());
const modelId = fc.constantFrom(...MODEL_IDS);
const unit = fc.constantFrom(0, 1, 0.5, 0.1, 1e-9);
const cacheControl = fc.constant({ type: 'ephemeral' } as const);
const block = fc.record(
  { type: fc.constant('text' as const), text, cache_control: cacheControl },
  { requiredKeys: ['type', 'text'] },
);
const turn = fc.record(
  { role: fc.constantFrom('user' as const, 'assistant' as const), content: text },
  { requiredKeys: ['role', 'content'] },
);
const attachment = fc.constantFrom(...FILES).map(([type, bytes]) => ({
  name: `${CANARY}.${type.split('/')[1] ?? ''}`,
  type,
  base64: bytes.toString('base64'),
}));

/** Most requests are small. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** What the gateway runs. Nothing of it costs more than a few calls. */
export const validRequest: fc.Arbitrary<PromptRequest> = fc
  .record({
    prompt: text,
    models: fc.array(modelId, { minLength: 1, maxLength: 2 }),
    judges: rarely(fc.array(modelId, { maxLength: 1 })),
    judge_prompt: rarely(words),
    judge_weights: rarely(fc.record({ accuracy: unit, speed: unit, cost: unit }, { requiredKeys: [] })),
    attachments: rarely(fc.array(attachment, { maxLength: 2 })),
    system_prompt: rarely(fc.oneof(words, fc.array(block, { maxLength: 2 }))),
    generation_settings: rarely(
      fc.record(
        { temperature: fc.constantFrom(0, 1, 2, 0.7), topP: unit, maxTokens: fc.constantFrom(1, 100, 4_096) },
        { requiredKeys: [] },
      ),
    ),
    response_schema: rarely(fc.constantFrom(...SCHEMAS)),
    model_tuning: rarely(fc.constantFrom(...TUNINGS)),
    zero_data_retention: rarely(fc.boolean()),
    history: rarely(fc.array(turn, { maxLength: 3 })),
  })
  .map((request) => JSON.parse(JSON.stringify(request)) as PromptRequest);
