import { describe, expect, it } from 'vitest';
import { checkCalibrations } from '../../core/calibration/check-calibrations.ts';
import { formatProblem } from '../../core/manifests/load/manifest-problem.ts';

const GOOD = `version: 1
date: "2026-11-22T14:05:09Z"
judgePrompt: 9c1f6a0b2d3e
judges:
  gpt-5.4:
    model: gpt-5.4#0a1b2c3d
    labelled: { pairs: 48, right: 40, ties: 4 }
    flips: { pairs: 48, flipped: 3 }
`;
const check = (text: string, file = 'calibrations/support.yaml') =>
  checkCalibrations(new Map([[file, text]]));
const problemsOf = (text: string, file?: string): readonly string[] =>
  check(text, file).problems.map(formatProblem);

describe('a calibration', () => {
  it('is named by its file', () => {
    const { calibrations, problems } = check(GOOD);
    expect(problems).toEqual([]);
    expect(calibrations.map(({ calibration }) => [calibration.name, calibration.judges])).toMatchObject([
      ['support', { 'gpt-5.4': { labelled: { pairs: 48, right: 40, ties: 4 } } }],
    ]);
  });

  it.each<[string, (text: string) => string, string]>([
    ['another form', (text) => text.replace('version: 1', 'version: 2'), '1:10 /version: must be 1'],
    ['no time', (text) => text.replace('14:05:09Z', ''), '2:7 /date: must be text that fits'],
    [
      'an unknown key',
      (text) => text.replace('flipped: 3', 'flipped: 3, flips: 3'),
      '8:37 /judges/gpt-5.4/flips/flips: unknown key "flips"; allowed here: pairs, flipped',
    ],
    [
      'more right than judged',
      (text) => text.replace('right: 40', 'right: 45'),
      '7:24 /judges/gpt-5.4/labelled/pairs: right and ties are 49 together',
    ],
    [
      'more flips than pairs',
      (text) => text.replace('flipped: 3', 'flipped: 49'),
      '8:34 /judges/gpt-5.4/flips/flipped: is more than the 48 pairs',
    ],
    [
      'a judge without counts',
      (text) => text.replace(/^ {4}(?:labelled|flips): .*\n/gm, ''),
      '6:5 /judges/gpt-5.4: say how gpt-5.4 judged',
    ],
    ['nothing in it', () => '', '1:1: is empty'],
    ['an alias', (text) => text.replace('9c1f6a0b2d3e', '*prompt'), '3:14: alias *prompt is not allowed'],
  ])('is refused with %s, and the place is told', (_name, change, problem) => {
    const problems = problemsOf(change(GOOD));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`calibrations/support.yaml:${problem}`);
  });

  it.each(['calibrations/none.yaml', 'calibrations/a b.yaml', 'calibrations/a.yml'])(
    'cannot be called %s',
    (file) => {
      expect(problemsOf(GOOD, file)).toEqual([expect.stringMatching(/rename the file$/)]);
    },
  );

  it('is one of at most 64', () => {
    const files = new Map(Array.from({ length: 65 }, (_, index) => [`c/file-${index}.yaml`, GOOD]));
    expect(checkCalibrations(files).problems.map(({ message }) => message)).toEqual([
      'there are over 64 calibrations; delete some',
    ]);
  });
});
