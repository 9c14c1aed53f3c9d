import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NamedCalibration } from '../../core/calibration/calibrations.ts';
import { weighPanel } from '../../core/calibration/panel-weights.ts';
import type { CalibratedJudge } from '../../core/generated/calibration.ts';
import { cases } from '../support/whole-run.ts';

const labelled = (pairs: number, right: number, ties = 0): CalibratedJudge => ({
  model: 'v',
  labelled: { pairs, right, ties },
});
const flips = (pairs: number, flipped: number): CalibratedJudge => ({
  model: 'v',
  flips: { pairs, flipped },
});

/** Of a request without criteria or choice. */
const PLAIN = { judgePrompt: 'p' };

function calibration(
  name: string,
  day: number,
  judges: Readonly<Record<string, CalibratedJudge>>,
): NamedCalibration {
  const date = `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`;
  return { name, version: 1, date, judgePrompt: 'p', judges };
}

const panelWeights = (...args: Parameters<typeof weighPanel>) => weighPanel(...args).weights;
const weightsOf = (...args: Parameters<typeof weighPanel>) =>
  panelWeights(...args)?.judges.map(({ weight, from }) => [weight, from]);

describe('the weights of a panel', () => {
  it('are the log odds of being right, ties half, one right and one wrong added', () => {
    const calibrations = [
      calibration('one', 1, { a: labelled(48, 40, 4), b: labelled(48, 24), c: labelled(48, 3) }),
    ];
    // (40 + 2 + 1) of 50; 25 of 50; 4 of 50.
    expect(panelWeights(['a', 'b', 'c'], PLAIN, calibrations)).toEqual({
      calibration: 'one',
      judges: [
        { modelId: 'a', weight: 1.81529, from: 'labels', pairs: 48 },
        { modelId: 'b', weight: 0, from: 'labels', pairs: 48 },
        { modelId: 'c', weight: 0, from: 'labels', pairs: 48 },
      ],
      levelled: undefined,
    });
  });

  it('name the labels that are passed over for flips of whatever criteria', () => {
    const labels = calibration('labels', 2, { a: labelled(8, 8), b: labelled(8, 5) });
    const mixed = { ...calibration('flips', 1, { a: flips(8, 1), b: flips(8, 2) }), judgePrompt: 'p+mixed' };
    const passedOver = (judgePrompt: string, choice?: string): unknown => {
      const panel = weighPanel(['a', 'b'], { judgePrompt, choice }, [labels, mixed]);
      return [panel.weights?.calibration, panel.passedOver];
    };
    expect(passedOver('p')).toEqual(['labels', undefined]);
    expect(passedOver('p+own')).toEqual(['flips', 'labels']);
    expect(passedOver('p+own', 'flips')).toEqual(['flips', undefined]);
    expect(passedOver('p+own', 'labels')).toEqual(['labels', undefined]);
  });

  it('come from the newest calibration that names all judges', () => {
    const calibrations = [
      calibration('old', 1, { a: labelled(8, 8), b: labelled(8, 5) }),
      calibration('new', 2, { a: labelled(8, 7), b: labelled(8, 8) }),
      calibration('newest', 3, { a: labelled(8, 8) }),
    ];
    expect(panelWeights(['b', 'a'], PLAIN, calibrations)?.calibration).toBe('new');
    expect(panelWeights(['a'], PLAIN, calibrations)?.calibration).toBe('newest');
    expect(panelWeights(['a', 'b'], { ...PLAIN, choice: 'old' }, calibrations)?.calibration).toBe('old');
    expect(panelWeights(['a', 'b'], { ...PLAIN, choice: 'none' }, calibrations)).toBeUndefined();
    expect(panelWeights(['a', 'x'], PLAIN, calibrations)).toBeUndefined();
    expect(panelWeights([], PLAIN, calibrations)).toBeUndefined();
  });

  it('come from a calibration by the same criteria, however new others are', () => {
    const by = (name: string, day: number, judgePrompt: string): NamedCalibration => ({
      ...calibration(name, day, { a: labelled(8, 8) }),
      judgePrompt,
    });
    const calibrations = [by('none', 1, 'p'), by('brief', 2, 'p+1234abcd'), by('polite', 3, 'p+5678abcd')];
    const calibrationFor = (judgePrompt: string, from = calibrations) =>
      panelWeights(['a'], { judgePrompt }, from)?.calibration;
    expect(calibrationFor('p')).toBe('none');
    // The built-in prompt may be another by now: its criteria are the same.
    expect(calibrationFor('q+1234abcd')).toBe('brief');
    expect(calibrationFor('p+00000000')).toBe('polite');
    // Nobody can tell that these are others.
    expect(calibrationFor('p', [...calibrations, by('mixed', 4, 'p+mixed')])).toBe('mixed');
    expect(calibrationFor('p', [...calibrations, by('several', 4, 'o+5678abcd, p')])).toBe('several');
    expect(calibrationFor('p', [by('unlike', 4, 'o+1234abcd, p+5678abcd')])).toBe('unlike');
  });

  it('come from labels before flips, however new those are', () => {
    const calibrations = [
      calibration('labels', 1, { a: labelled(8, 8), b: flips(98, 9) }),
      calibration('flips', 9, { a: flips(98, 49), b: flips(98, 49) }),
    ];
    // 1 - (9 + 1) / 100 keeps its mind.
    expect(weightsOf(['a', 'b'], PLAIN, calibrations)).toEqual([
      [2.197225, 'labels'],
      [2.197225, 'flips'],
    ]);
    expect(weightsOf(['a', 'b'], { ...PLAIN, choice: 'flips' }, calibrations)).toEqual([
      [1, 'flips'],
      [1, 'flips'],
    ]);
  });

  it('come from the newest flips of each judge where no calibration names all', () => {
    const calibrations = [
      calibration('one', 1, { a: flips(98, 9) }),
      calibration('two', 2, { b: flips(98, 9) }),
      calibration('three', 3, { b: flips(98, 89) }),
    ];
    expect(panelWeights(['a', 'b'], PLAIN, calibrations)).toMatchObject({
      calibration: null,
      judges: [{ weight: 2.197225 }, { weight: 0 }],
    });
    expect(weightsOf(['a', 'b'], { ...PLAIN, choice: 'one' }, calibrations)).toEqual([
      [2.197225, 'flips'],
      [0, 'flips'],
    ]);
  });

  it('are all 1 where none is better than chance, or nothing is known of one', () => {
    const calibrations = [calibration('one', 1, { a: labelled(8, 1), b: labelled(8, 4) })];
    expect(panelWeights(['a', 'b'], PLAIN, calibrations)).toMatchObject({
      levelled: 'all_zero',
      judges: [{ weight: 1 }, { weight: 1 }],
    });
    expect(panelWeights(['a', 'x'], { ...PLAIN, choice: 'one' }, calibrations)).toMatchObject({
      levelled: 'unknown_judge',
      judges: [
        { weight: 1, from: 'labels' },
        { weight: 1, from: 'none', pairs: 0 },
      ],
    });
  });

  it('never fall for one more right verdict, and are never negative or infinite', () => {
    const counts = fc
      .tuple(fc.nat(200), fc.nat(200), fc.nat(200))
      .map(([right, ties, wrong]) => ({ right, ties, pairs: right + ties + wrong + 1 }));
    fc.assert(
      fc.property(counts, ({ right, ties, pairs }) => {
        const weightAt = (good: number): number =>
          panelWeights(['a', 'b'], PLAIN, [
            calibration('one', 1, { a: labelled(pairs, good, ties), b: labelled(8, 8) }),
          ])?.judges[0]?.weight ?? Number.NaN;
        expect(weightAt(right)).toBeGreaterThanOrEqual(0);
        expect(weightAt(right)).toBeLessThan(10);
        expect(weightAt(right + 1)).toBeGreaterThanOrEqual(weightAt(right));
      }),
      { numRuns: cases(50) },
    );
  });
});
