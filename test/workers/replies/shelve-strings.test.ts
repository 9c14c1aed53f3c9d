import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TextStore } from '../../../core/text/long-text.ts';
import { unshelve } from '../../../core/text/shelve-text.ts';
import shelveStrings from '../../../core/workers/replies/shelve-strings.ts';

it('a text that grows is the same whenever its parts were put away', () => {
  const part = fc
    .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 10 }), fc.constantFrom(1, 10, 1_000))
    .map(([text, times]) => text.repeat(times));
  fc.assert(
    fc.property(fc.array(fc.tuple(part, fc.boolean()), { minLength: 1, maxLength: 12 }), (steps) => {
      const texts: TextStore = new Map();
      let kept = 'begins ';
      for (const [added, isPutAway] of steps) {
        kept += added;
        if (!isPutAway) continue;
        const shelved = shelveStrings({ strings: [kept], texts });
        for (const [mark, long] of shelved.texts) texts.set(mark, long);
        kept = shelved.strings[0] ?? '';
      }
      expect(unshelve(kept, texts)).toBe(`begins ${steps.map(([added]) => added).join('')}`);
    }),
  );
});

it('leaves a row of marks and little else of long strings', () => {
  const first = shelveStrings({ strings: ['a'.repeat(200_000), 'short'], texts: new Map() });
  expect(first.strings[0]).toMatch(/^assay-text-[0-9a-f]{32}-0000$/);
  expect(first.strings[1]).toBe('short');
  const grown = `${first.strings[0]}${'b'.repeat(200_000)}`;
  const second = shelveStrings({ strings: [grown], texts: first.texts });
  expect(second.strings[0]).toMatch(/^(assay-text-[0-9a-f]{32}-0000){2}$/);
  // What was put away before is not put away again.
  expect([...second.texts.values()].map(({ byteLength }) => byteLength)).toEqual([200_000]);
});

it('cuts a blank string, which no mark can stand for', () => {
  const { strings, texts } = shelveStrings({ strings: ['\n'.repeat(100_000)], texts: new Map() });
  expect([strings, texts.size]).toEqual([['\n'.repeat(65_536)], 0]);
});
