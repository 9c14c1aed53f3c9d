import * as fc from 'fast-check';
import { test } from 'vitest';
import { History } from './history.ts';
import { MemoryStore } from './memory-store.ts';

/** Up to twenty operations. */
const NUMBERS = fc.array(fc.nat({ max: 127 }), { minLength: 3, maxLength: 60, size: 'max' });

test('every history leaves what its plain facts add up to', () => {
  fc.assert(
    fc.property(NUMBERS, (numbers) => {
      new History(new MemoryStore()).play(numbers);
    }),
    { numRuns: 5_000 },
  );
});
