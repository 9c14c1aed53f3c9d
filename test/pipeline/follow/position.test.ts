import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { positionId, readPosition } from '../../../core/pipeline/follow/position.ts';

const length = fc.nat(2_000_000_000);

it('a position is read from its id as it was', () => {
  const entry = fc.record({ version: fc.nat(999), text: length, reasoning: length });
  const entries = fc.uniqueArray(fc.tuple(fc.nat(63), entry), {
    selector: ([index]) => index,
    maxLength: 64,
  });
  fc.assert(
    fc.property(fc.nat(999_999), entries, (events, entryList) => {
      const position = { events, entries: new Map(entryList) };
      const id = positionId(position);
      expect(id).toMatch(/^[0-9][0-9.rv-]*$/);
      expect(readPosition(id)).toEqual(position);
    }),
  );
});

it.each([
  '',
  '-1',
  '1-',
  '1-0',
  '1-0.',
  '1-0.1v',
  '1 ',
  ' 1',
  '1-0.12345678901',
  '1\n',
  'x',
  '1-0.1'.repeat(70),
])('an id that is none, %j, is read as none', (id) => {
  expect(readPosition(id)).toBeUndefined();
});

it('an id shows how far a reader has come', () => {
  const entries = new Map([
    [0, { version: 0, text: 120, reasoning: 0 }],
    [1, { version: 1, text: 300, reasoning: 40 }],
  ]);
  expect(positionId({ events: 3, entries })).toBe('3-0.120-1.300r40v1');
});
