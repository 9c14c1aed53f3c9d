import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { tuningConflicts } from '../../core/pipeline/plan/tuning.ts';
import { planModel } from '../../core/pipeline/plan/model-plan.ts';
import { planCall } from '../../core/pipeline/plan/plan-call.ts';
import { createUsageReader } from '../../core/billing/read-usage.ts';
import { buildCase, type BuiltCase } from '../../core/plugin-check/build-case.ts';
import { CASE_CHECKS } from '../../core/plugin-check/case-checks.ts';
import {
  HISTORY,
  pluginCases,
  PROMPT,
  sampleQuestion,
  sampleWireCall,
  SYSTEM,
} from '../../core/plugin-check/plugin-cases.ts';
import { checkErrorReplies, checkOddReplies, checkSigning } from '../../core/plugin-check/reply-checks.ts';
import { checkOddEvents, checkStreamRequest } from '../../core/plugin-check/stream-checks.ts';
import { registryOnDisk } from './registry-on-disk.ts';
import { file } from '../../core/plugin-check/sample-entry.ts';
import { countBreakpoints, foreignMembers, sentSettings } from './format-checks.ts';
import { wireFacts } from './wire-facts.ts';

/** Texts that match the pattern of a tuning parameter. */
const samples = (pattern: string): readonly string[] =>
  fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 3, seed: 7 });

const entries = registryOnDisk.entries.map((entry) => ({ id: entry.model.id, entry }));
const cases = entries.flatMap(({ id, entry }) =>
  pluginCases(entry.model, samples).map((pluginCase) => ({ id, entry, pluginCase })),
);

test('the registry holds every manifest on disk', () => {
  const files = readdirSync(join(import.meta.dirname, '../../manifests'));
  expect(registryOnDisk.providers.map(({ id }) => `${id}.yaml`).toSorted()).toEqual(files.toSorted());
});

test('each model that is shut down has a successor that callers can use', () => {
  const dated = registryOnDisk.entries.map(({ model }) => model).filter(({ shutdown }) => shutdown !== null);
  expect(dated.filter(({ successor }) => successor === null).map(({ id }) => id)).toEqual([]);
  for (const { shutdown, successor } of dated) {
    const next = registryOnDisk.find(successor ?? '')?.model;
    expect(next).toBeDefined();
    expect((next?.shutdown ?? '9999') > (shutdown ?? '')).toBe(true);
  }
});

test('models end on the day their provider announced', () => {
  const announced: Readonly<Record<string, string>> = {
    // @anthropic-ai/sdk 1.13.0, internal/data/deprecated-models.js
    'claude-opus-4-5-20251101': '2027-01-22',
    'claude-sonnet-4-5-20250929': '2026-11-30',
    // openai 7.57.0, resources/shared.d.ts
    'gpt-5.4-nano': '2027-04-01',
    'gpt-5.1': '2027-04-01',
    'gpt-5': '2026-12-11',
    'gpt-5-mini': '2026-12-11',
    o3: '2026-12-11',
    'o3-pro': '2026-12-11',
    'gpt-4.1': '2027-01-14',
    'gpt-4o': '2027-01-14',
  };
  const dates = Object.keys(announced).map((id) => [id, registryOnDisk.find(id)?.model.shutdown]);
  expect(Object.fromEntries(dates)).toEqual(announced);
});

describe.each(cases)('$id, $pluginCase.name', ({ entry, pluginCase }) => {
  let built: BuiltCase;
  beforeAll(async () => {
    built = await buildCase(entry, pluginCase);
  });

  test.each(CASE_CHECKS.map((check) => ({ check })))('$check.name', ({ check }) => {
    expect(check(built)).toBeUndefined();
  });

  test('has the members of its format, each at its place', () => {
    const facts = wireFacts(entry.provider);
    const { maxTokens, temperature, topP } = built.planned.call.settings;
    expect(foreignMembers(built, facts)).toEqual([]);
    expect(sentSettings(built, facts)).toEqual({ maxTokens, temperature, topP });
    if (pluginCase.name === 'four cache breakpoints')
      expect(countBreakpoints(built, facts)).toBe(entry.model.caching.mode === 'explicit' ? 4 : 0);
  });
});

test.each(entries)('$id: reads any reply, and signs as its manifest says', async ({ entry }) => {
  expect(await checkOddReplies(entry)).toBeUndefined();
  expect(checkErrorReplies(entry)).toBeUndefined();
  expect(checkSigning(entry)).toBeUndefined();
});

test.each(entries)('$id: asks for a stream, and folds any events', async ({ entry }) => {
  expect(entry.plugin.stream).toBeDefined();
  expect(await checkStreamRequest(entry)).toBeUndefined();
  expect(await checkOddEvents(entry)).toBeUndefined();
});

const MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'];

test.each(entries)('$id: a file it cannot read fails before anything is sent', ({ entry }) => {
  const { images, pdf } = entry.model.accepts;
  const accepted: readonly string[] = [...images, ...(pdf ? ['application/pdf'] : [])];
  for (const type of MEDIA_TYPES.filter((one) => !accepted.includes(one)))
    expect(planCall(planModel(entry), sampleQuestion({ attachments: [file('x', type)] })).fault).toBe(
      'attachment_unsupported',
    );
});

test.each(entries)('$id: its format’s reply is read with the right arithmetic', async ({ entry }) => {
  const facts = wireFacts(entry.provider);
  const zeros = Object.fromEntries(facts.unreported.map((figure) => [figure, 0]));
  const figures = { uncached: 1_000, cached: 200, written: 30, visible: 7, reasoning: 5, ...zeros };
  const reply = facts.reply('An answer.', figures);
  expect(await entry.plugin.readReply(reply, sampleWireCall(planModel(entry)))).toEqual({
    text: 'An answer.',
    finishReason: 'stop',
    thought: false,
  });
  expect(createUsageReader(entry.provider.usage)(reply, false)).toEqual({
    tokensIn: figures.uncached + figures.cached + figures.written,
    tokensCached: figures.cached,
    tokensCacheWrite: figures.written,
    tokensOut: figures.visible + figures.reasoning,
    tokensReasoning: figures.reasoning,
    searches: 0,
  });
});

const excluding = entries.flatMap(({ id, entry }) =>
  Object.entries(entry.model.tuning).flatMap(([name, { cases }]) =>
    cases.flatMap(({ equals, excludes = [] }) =>
      excludes.map((other) => ({ id, model: entry.model, name, value: equals, other })),
    ),
  ),
);

test.each(excluding)('$id: $name beside $other is refused at both', ({ id, model, name, value, other }) => {
  const otherValue = pluginCases(model, samples)
    .map(({ question }) => question.tuning[other])
    .find((one) => one !== undefined);
  const errors = tuningConflicts(model, { [name]: value, [other]: otherValue }, false);
  expect(errors.map(({ pointer }) => pointer)).toEqual([
    `/model_tuning/${id}/${name}`,
    `/model_tuning/${id}/${other}`,
  ]);
  expect(tuningConflicts(model, { [name]: value }, false)).toEqual([]);
  expect(tuningConflicts(model, { [other]: otherValue }, false)).toEqual([]);
});

test('a setting that the provider refuses beside functions is an error', () => {
  const model = registryOnDisk.find('gemini-3.5-flash')?.model;
  if (model === undefined) throw new Error('no model');
  const pointers = (values: object, hasFunctions: boolean): readonly string[] =>
    tuningConflicts(model, { ...values }, hasFunctions).map(({ pointer }) => pointer);
  expect(pointers({ webSearch: true, thinkingBudget: 0 }, true)).toEqual([
    '/model_tuning/gemini-3.5-flash/webSearch',
  ]);
  expect(pointers({ cachedContent: 'cachedContents/x' }, true)).toHaveLength(1);
  expect(pointers({ webSearch: false }, true)).toEqual([]);
  expect(pointers({ webSearch: true }, false)).toEqual([]);
});

test.each(registryOnDisk.entries.filter(({ provider }) => provider.usage.searches !== undefined))(
  '$model.id: each distinct search is counted',
  ({ provider }) => {
    const reply = {
      usageMetadata: { promptTokenCount: 1 },
      candidates: [{ groundingMetadata: { webSearchQueries: ['a', 'b', 'a', ''] } }],
    };
    expect(createUsageReader(provider.usage)(reply, false)?.searches).toBe(2);
  },
);

test('the suite has cases of every kind', () => {
  const names = new Set(cases.map(({ pluginCase }) => pluginCase.name.replace(/ .*/, '')));
  for (const name of ['thinkingBudget', 'webSearch', 'cachedContent', 'reasoningEffort'])
    expect(names).toContain(name);
  expect(new Set(cases.map(({ entry }) => entry.model.schemaEnforcement)).size).toBe(3);
  expect(new Set(excluding.map(({ id }) => id)).size).toBe(4);
  const ruled = registryOnDisk.providers.map(({ rules }) => rules);
  expect(ruled.some(({ minTokens }) => minTokens > 1)).toBe(true);
  expect(ruled.some(({ userFirst }) => userFirst)).toBe(true);
  expect(ruled.some(({ capWithinContext }) => capWithinContext)).toBe(true);
  expect([...HISTORY, ...SYSTEM].every(({ text }) => !PROMPT.includes(text))).toBe(true);
});
