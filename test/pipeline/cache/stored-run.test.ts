import { expect, test } from 'vitest';
import { resultOfStored, storedForm } from '../../../core/pipeline/cache/stored-run.ts';
import type { PlannedCall } from '../../../core/pipeline/plan/plan-call.ts';

const STORED = {
  text: 'Canberra.',
  finishReason: 'stop',
  usage: {
    tokensIn: 10,
    tokensCached: 1,
    tokensCacheWrite: 2,
    tokensOut: 3,
    tokensReasoning: null,
    searches: 0,
  },
  latencyMs: 12.5,
  firstTokenMs: 3,
  providerCostNanoUsd: 7,
  warnings: [],
};

/** Neither reads more of it. */
const PLANNED = {
  warnings: [{ code: 'tuning_unused', pointer: '', message: 'planned' }],
} as unknown as PlannedCall;

test('a stored run is the first run without its cost', () => {
  const checked = resultOfStored(PLANNED, { ...STORED, schemaValid: true, warnings: [{ code: 'later' }] });
  expect(checked).toMatchObject({
    schemaValid: true,
    isCached: true,
    outcome: { text: 'Canberra.', finishReason: 'stop' },
    usage: STORED.usage,
    latencyMs: 12.5,
    firstTokenMs: 3,
    providerCostNanoUsd: 7,
    attempts: 0,
    chargeMicroCredits: 0,
    absorbedMicroCredits: 0,
    warnings: [{ message: 'planned' }, { code: 'later' }],
  });
  expect(checked?.billedUsage).toBeUndefined();
});

test('it is stored again as it was only if it was run', () => {
  const checked = resultOfStored(PLANNED, STORED);
  if (checked === undefined) throw new Error('it was not read');
  expect(storedForm(checked)).toBeUndefined();
  const { isCached: _, ...fresh } = checked;
  const pieces = storedForm(fresh) ?? [];
  expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual(STORED);
  expect(storedForm({ ...fresh, usage: undefined })).toBeUndefined();
  const servedBy = { id: 'another', entry: undefined };
  expect(storedForm({ ...fresh, servedBy })).toBeUndefined();
  const calls = [{ id: '1', name: 'search', arguments: '{}' }];
  expect(storedForm({ ...fresh, outcome: { ...fresh.outcome, calls } })).toBeUndefined();
  // It was not checked in time.
  const planned = { ...PLANNED, fitted: {} } as unknown as PlannedCall;
  expect(storedForm({ ...fresh, planned })).toBeUndefined();
});

test.each([
  undefined,
  null,
  [],
  'text',
  { ...STORED, text: 1 },
  { ...STORED, finishReason: undefined },
  { ...STORED, latencyMs: '1' },
  { ...STORED, providerCostNanoUsd: 0.5 },
  { ...STORED, usage: undefined },
  { ...STORED, usage: { ...STORED.usage, tokensOut: 1.5 } },
  { ...STORED, warnings: undefined },
])('what a hand has spoiled is no answer: %j', (value) => {
  expect(resultOfStored(PLANNED, value)).toBeUndefined();
});
