import { expect, it } from 'vitest';
import { relativeTime } from '../../core/terminal/relative-time.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

it.each([
  ['2026-11-26T11:59:30Z', 'just now'],
  ['2026-11-26T12:00:30Z', 'within a minute'],
  ['2026-11-26T11:57:00Z', '3 min ago'],
  ['2026-11-26T13:59:00Z', 'in 1 h'],
  ['2026-11-25T11:00:00Z', '1 day ago'],
  ['2026-12-01T12:00:00Z', 'in 5 days'],
  ['2026-09-27T12:00:00Z', '2026-09-27'],
])('says of %s: %s', (at, printed) => {
  expect(relativeTime(Date.parse(at), NOW)).toBe(printed);
});
