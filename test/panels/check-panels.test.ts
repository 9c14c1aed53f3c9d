import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPanels } from '../../core/panels/check-panels.ts';
import { registry } from '../contract/registry-on-disk.ts';

const KNOWN = { models: registry.models.map(({ id }) => id), calibrations: ['spring'] };
const GOOD = `id: panel/careful
models: [gpt-4o, gpt-4o]
judges: [gpt-5.5]
judge_weights: { accuracy: 1, speed: 0.2 }
judge_prompt: Be fair.
calibration: spring
wins: { qualityWithin: { seconds: 20, credits: 1.5 } }
`;

const check = (text: string, file = 'careful.yaml') => checkPanels(new Map([[file, text]]), KNOWN);

describe('a panel', () => {
  it('is taken as it is written', () => {
    const { panels, problems } = check(GOOD);
    expect(problems).toEqual([]);
    expect(panels).toMatchObject([
      { id: 'panel/careful', wins: { qualityWithin: { seconds: 20, credits: 1.5 } } },
    ]);
  });

  it('comes along as an example without a mistake', () => {
    const text = readFileSync(join(import.meta.dirname, '../../panels/careful.yaml.example'), 'utf8');
    expect(check(text)).toMatchObject({ problems: [], panels: [{ id: 'panel/careful' }] });
  });

  it.each<[string, string, string, number, number, RegExp]>([
    [
      'another name than its file',
      'id: panel/careful',
      'id: panel/hasty',
      1,
      5,
      /rename the file to hasty\.yaml/,
    ],
    ['a name without the prefix', 'id: panel/careful', 'id: careful', 1, 5, /panel\//],
    ['an unknown model', '[gpt-4o, gpt-4o]', '[gpt-4o, gpt-40]', 2, 18, /did you mean gpt-4o\?/],
    ['a single model', '[gpt-4o, gpt-4o]', '[gpt-4o]', 2, 9, /at least 2/],
    ['an unknown judge', '[gpt-5.5]', '[nobody-knows-it]', 3, 10, /"assay model list" lists the models/],
    ['an unknown calibration', 'calibration: spring', 'calibration: autumn', 6, 14, /there are none, spring/],
    ['an unknown key', 'judge_prompt', 'judge_promt', 5, 1, /did you mean "judge_prompt"\?/],
    [
      'an unknown rule',
      'wins: { qualityWithin: { seconds: 20, credits: 1.5 } }',
      'wins: cost',
      7,
      7,
      /quality, or a budget such as \{ qualityWithin: \{ seconds: 30 \} \}/,
    ],
    ['a budget of 0', 'credits: 1.5', 'credits: 0', 7, 48, /a number more than 0 and at most 9000000000/],
    ['an unknown answer to no verdict', 'calibration: spring', 'unjudged: last', 6, 11, /error.*first/],
    ['an empty budget', '{ seconds: 20, credits: 1.5 }', '{}', 7, 24, /./],
    ['a weight over 1', 'speed: 0.2', 'speed: 2', 4, 38, /1/],
  ])('with %s is refused at the place', (_name, from, to, line, column, message) => {
    expect(GOOD).toContain(from);
    const { panels, problems } = check(GOOD.replace(from, to));
    expect(panels).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file: 'careful.yaml', line, column });
    expect(problems[0]?.message).toMatch(message);
  });

  it('with too many judge runs, and one that is no YAML, are refused', () => {
    const many = GOOD.replace('[gpt-4o, gpt-4o]', `[${Array(21).fill('gpt-4o').join(', ')}]`);
    expect(check(many).problems).toMatchObject([{ line: 3, message: expect.stringContaining('420') }]);
    expect(check('id: [').problems).toMatchObject([{ line: 1 }]);
    expect(check('').problems).toMatchObject([{ message: expect.stringContaining('is empty') }]);
  });
});
