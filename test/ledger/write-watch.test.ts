import { afterEach, expect, test, vi } from 'vitest';
import type { OperationResult } from '../../core/ledger/ledger-operation.ts';
import { refuse } from '../../core/ledger/ledger-error.ts';
import { WriteWatch } from '../../core/ledger/commit-queue.ts';

const REFUSED = refuse('unavailable', 'The disk is full.');
const changes: (string | undefined)[] = [];
const watch = new WriteWatch({ onChange: (reason) => changes.push(reason), probe: vi.fn() });

afterEach(() => {
  watch.stop();
  changes.length = 0;
});

test.each<[string, OperationResult]>([
  ['a hold', { value: { outcome: 'held' } }],
  ['a settlement or a void', { value: null }],
])('%s is a write: it says that the ledger can be written again', (_, written) => {
  watch.observe([REFUSED]);
  watch.observe([written]);
  expect(changes).toEqual(['The disk is full.', undefined]);
});

test('a hold that the balance does not cover says nothing of writing', () => {
  watch.observe([REFUSED]);
  watch.observe([{ value: { outcome: 'insufficient', availableMicroCredits: 0, owedMicroCredits: 0 } }]);
  watch.observe([REFUSED]);
  expect(changes).toEqual(['The disk is full.']);
  watch.observe([{ value: null }]);
});
