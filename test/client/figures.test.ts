import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  alignDecimals,
  formatAlike,
  formatFigure,
  formatSeconds,
  formatUsd,
} from '../../core/client/figures.ts';

describe('a figure that is compared', () => {
  it.each([
    [0, '0'],
    [0.000_012_34, '0.000012'],
    [0.0996, '0.10'],
    [0.352, '0.35'],
    [2.731, '2.7'],
    [9.96, '10'],
    [27.31, '27'],
    [127.31, '127'],
    [1_234.5, '1,235'],
    [1e-12, '<0.00000001'],
  ])('of %d is written %s', (value, text) => {
    expect(formatFigure(value)).toBe(text);
  });

  it('is off by less than a twentieth', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-7, max: 1e12, noNaN: true }), (value) => {
        const shown = Number(formatFigure(value).replaceAll(',', ''));
        expect(Math.abs(shown - value)).toBeLessThanOrEqual(value * 0.0501);
      }),
    );
  });

  test('as a time is in seconds, as a price in dollars', () => {
    expect([formatSeconds(352), formatSeconds(12_345), formatUsd(0.001_194), formatUsd(1e-12)]).toEqual([
      '0.35 s',
      '12 s',
      '$0.0012',
      '<$0.00000001',
    ]);
  });
});

test('a sum and its parts have as many places as the smallest needs', () => {
  expect(formatAlike([14.0234, 13.6262, 0.3972])).toEqual(['14.02', '13.63', '0.40']);
  expect(formatAlike([352.4, 352.4, 0])).toEqual(['352', '352', '0']);
});

test('the decimal points of a column are below each other', () => {
  const aligned = alignDecimals(['0.35', '1.2', '12', '–', '1,200']);
  expect(aligned).toEqual(['0.35', '1.2\u2007', '12\u2008\u2007\u2007', '–', '1,200\u2008\u2007\u2007']);
});
