import { describe, expect, it } from 'vitest';
import type {
  AttachmentLimits,
  JsonObject,
  Model,
  SchemaSubset,
  TuningParameter,
  WirePlugin,
} from '../../../core/contract.ts';
import { registry, registryOnDisk } from '../../contract/registry-on-disk.ts';
import { planModel } from '../../../core/pipeline/plan/model-plan.ts';
import { planCall, type ModelQuestion } from '../../../core/pipeline/plan/plan-call.ts';

const plugin: WirePlugin = {
  contractVersion: 2,
  buildRequest: () => ({ path: '', body: {} }),
  readReply: () => ({ text: '', finishReason: 'stop', thought: false }),
};
const [provider] = registryOnDisk.providers;
const [base] = registry.models;
if (provider === undefined || base === undefined) throw new Error('the registry is empty');

const budget: TuningParameter = {
  schema: {},
  cases: [
    { equals: 0, set: { '/thinking': 'low' }, warn: 'cannot be turned off' },
    { below: 4_096, set: { '/thinking': 'low' } },
    { below: 16_000, set: { '/thinking': { depth: ['$value', 'medium'] } }, raisesMaxTokens: true },
    { set: { '/thinking': 'high' }, dropsSampling: true },
  ],
};
const model: Model = {
  ...base,
  id: 'test-model',
  sampling: { temperature: [0.5, 1], topP: [0, 1], together: true, greedyTopP: null },
  limits: { ...base.limits, outputTokens: 10_000, defaultOutputTokens: 1_000 },
  tuning: { thinkingBudget: budget },
  send: { '/store': false },
  caching: { mode: 'automatic', minTokens: null, discountMilli: null },
  schemaEnforcement: 'instruction',
  accepts: { images: ['image/png'], pdf: false },
};
const question: ModelQuestion = {
  system: [{ text: 'sys', cacheBreakpoint: true }],
  turns: [{ role: 'user', text: 'hi', cacheBreakpoint: false }],
  attachments: [],
  settings: {},
  tuning: {},
  outputSchema: undefined,
  cacheKey: undefined,
};
const plan = (changes: Partial<ModelQuestion> = {}, facts: Partial<Model> = {}) =>
  planCall(planModel({ model: { ...model, ...facts }, provider, plugin }), { ...question, ...changes });
const codes = (planned: ReturnType<typeof plan>): readonly string[] =>
  planned.warnings.map(({ code, pointer }) => `${code} ${pointer}`);

describe('planCall', () => {
  it.each([
    [0, 'low', 1_000, ['tuning_approximated /model_tuning/test-model/thinkingBudget']],
    [4_095, 'low', 1_000, []],
    [4_096, { depth: [4_096, 'medium'] }, 5_096, []],
    [15_999, { depth: [15_999, 'medium'] }, 10_000, []],
    [16_000, 'high', 1_000, []],
  ])('puts a budget of %i where the manifest says', (thinkingBudget, thinking, maxTokens, warnings) => {
    const planned = plan({ tuning: { thinkingBudget } });
    expect(planned.call.fields.get('/thinking')).toEqual(thinking);
    expect(planned.call.fields.get('/store')).toBe(false);
    expect(planned.call.settings.maxTokens).toBe(maxTokens);
    expect(codes(planned)).toEqual(warnings);
  });

  it('leaves sampling out beside a value that forbids it, and says so', () => {
    const planned = plan({ tuning: { thinkingBudget: 20_000 }, settings: { temperature: 0.7, topP: 0.5 } });
    expect(planned.call.settings).toEqual({ maxTokens: 1_000 });
    expect(codes(planned)).toEqual([
      'parameter_left_out /generation_settings/temperature',
      'parameter_left_out /generation_settings/topP',
    ]);
  });

  it.each([
    [0, 0.5, 1],
    [0.5, 0.5, 0],
    [1, 1, 0],
    [2, 1, 1],
  ])('takes temperature %d as %d', (temperature, sent, warnings) => {
    const planned = plan({ settings: { temperature } });
    expect(planned.call.settings.temperature).toBe(sent);
    expect(planned.warnings).toHaveLength(warnings);
  });

  it('keeps only temperature where both are refused together', () => {
    const planned = plan(
      { settings: { temperature: 0.7, topP: 0.5 } },
      { sampling: { ...model.sampling, together: false } },
    );
    expect(planned.call.settings).toEqual({ maxTokens: 1_000, temperature: 0.7 });
    expect(codes(planned)).toEqual(['parameter_left_out /generation_settings/topP']);
  });

  it('always sends a cap, lowered to the model’s own', () => {
    expect(plan().call.settings.maxTokens).toBe(1_000);
    const planned = plan({ settings: { maxTokens: 10_001 } });
    expect(planned.call.settings.maxTokens).toBe(10_000);
    expect(codes(planned)).toEqual(['max_tokens_lowered /generation_settings/maxTokens']);
  });

  it('keeps breakpoints only where the provider caches explicitly', () => {
    expect(plan().call.system).toEqual([{ text: 'sys', cacheBreakpoint: false }]);
    expect(plan({}, { caching: { ...model.caching, mode: 'explicit' } }).call.system).toEqual([
      { text: 'sys', cacheBreakpoint: true },
    ]);
  });

  it('puts a schema last into the system text where nothing enforces it', () => {
    const outputSchema = { type: 'object' };
    const planned = plan({ outputSchema });
    expect(planned.call.outputSchema).toBeUndefined();
    expect(planned.call.system.map(({ text }) => text)).toEqual([
      'sys',
      expect.stringContaining(JSON.stringify(outputSchema)),
    ]);
    expect(planned.fitted?.enforcement).toBe('instruction');
  });

  it('gives an enforcing provider the schema in its own subset, or falls back to the instruction', () => {
    const schemaSubset: SchemaSubset = {
      keywords: ['type', 'properties', 'required', 'additionalProperties'],
      allRequired: true,
      closedObjects: true,
      rootObject: true,
      typed: true,
      maxDepth: 4,
    };
    const enforcing = (outputSchema: JsonObject) =>
      planCall(
        planModel({
          model: { ...model, schemaEnforcement: 'native' },
          provider: { ...provider, schemaSubset },
          plugin,
        }),
        { ...question, outputSchema },
      );
    const enforced = enforcing({
      type: 'object',
      properties: { a: { type: 'string', minLength: 1 } },
      required: ['a'],
    });
    expect(enforced.call.outputSchema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    });
    expect(enforced.fitted?.enforcement).toBe('native');
    expect(enforced.call.system).toHaveLength(1);
    const instructed = enforcing({ type: 'object', additionalProperties: { type: 'string' } });
    expect(instructed.call.outputSchema).toBeUndefined();
    expect(instructed.fitted?.enforcement).toBe('instruction');
    expect(instructed.call.system).toHaveLength(2);
  });

  it('sends a cache key only where the provider takes one', () => {
    const keyed = planCall(
      planModel({ model, provider: { ...provider, promptCacheKey: '/prompt_cache_key' }, plugin }),
      { ...question, cacheKey: 'k' },
    );
    expect(keyed.call.fields.get('/prompt_cache_key')).toBe('k');
    expect(plan({ cacheKey: 'k' }).call.fields.has('/prompt_cache_key')).toBe(false);
  });

  it.each([
    ['image/png', undefined],
    ['image/gif', 'attachment_unsupported'],
    ['application/pdf', 'attachment_unsupported'],
    ['image/svg+xml', 'attachment_unsupported'],
  ])('of %s says %s', (mediaType, fault) => {
    expect(
      plan({ attachments: [{ name: 'a', mediaType, base64: new Uint8Array(), sizeBytes: 1 }] }).fault,
    ).toBe(fault);
  });

  it.each<[string, AttachmentLimits, string | undefined]>([
    ['within all limits', { imageBytes: 100, images: 2, totalBase64Bytes: 20 }, undefined],
    ['an image too large', { imageBytes: 99 }, 'attachment_unsupported'],
    ['too many images', { images: 1 }, 'attachment_unsupported'],
    ['too much altogether', { totalBase64Bytes: 19 }, 'attachment_unsupported'],
    ['limits on PDFs alone', { pdfBytes: 1, pdfs: 1 }, undefined],
  ])('knows of two images %s before anything is spent', (_name, attachments, fault) => {
    const image = { name: 'a', mediaType: 'image/png', base64: new Uint8Array(10), sizeBytes: 100 };
    const limited = { ...provider, attachments };
    expect(
      planCall(planModel({ model, provider: limited, plugin }), { ...question, attachments: [image, image] })
        .fault,
    ).toBe(fault);
  });

  it('warns of a cached prefix that is certainly too short', () => {
    const explicit = { caching: { mode: 'explicit' as const, minTokens: 10, discountMilli: null } };
    expect(codes(plan({}, explicit))).toEqual(['cache_too_short /system_prompt']);
    expect(codes(plan({ system: [{ text: 'x'.repeat(10), cacheBreakpoint: true }] }, explicit))).toEqual([]);
    expect(codes(plan({ system: [{ text: 'x', cacheBreakpoint: false }] }, explicit))).toEqual([]);
    const turns = [
      { role: 'user' as const, text: 'x', cacheBreakpoint: true },
      { role: 'user' as const, text: 'x', cacheBreakpoint: false },
    ];
    expect(codes(plan({ system: [], turns }, explicit))).toEqual(['cache_too_short /history']);
  });

  it('reads no tuning value through a prototype', () => {
    expect(plan({ tuning: Object.create({ thinkingBudget: 0 }) }).call.fields.has('/thinking')).toBe(false);
  });
});
