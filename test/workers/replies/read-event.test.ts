import { expect, it } from 'vitest';
import { isLong } from '../../../core/workers/replies/read-event.ts';

it.each([
  ['a short event of nothing but values', `[${'0,'.repeat(2_000)}0]`, false],
  ['an event of as many values as take long to read', `[${'0,'.repeat(4_096)}0]`, true],
  ['an event of empty lists', `[${'[],'.repeat(3_000)}[]]`, true],
  ['prose of 60 KB', JSON.stringify('The answer, as far as one can say, is yes. '.repeat(1_400)), false],
  ['a text of more than 64 KiB', JSON.stringify('x'.repeat(65_536)), true],
])('%s', (_what, json, expected) => {
  expect(isLong(Buffer.from(`data: ${json}\n\n`))).toBe(expected);
});
