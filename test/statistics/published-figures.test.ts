import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cohenKappa } from '../../core/statistics/cohen-kappa.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/judging');
const read = (file: string): unknown => JSON.parse(readFileSync(join(FIXTURES, file), 'utf8'));

interface PublishedFigures {
  readonly correct_False: string;
  readonly correct_True: string;
  readonly correct_average: string;
  readonly correct_both: string;
  readonly equal: string;
  readonly kappa_False: number;
  readonly kappa_True: number;
  readonly kappa_average: number;
  readonly kappa_agreement: number;
}
interface LlmbarSet {
  readonly labels: readonly number[];
  readonly verdicts: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>>;
  readonly published: Readonly<Record<string, Readonly<Record<string, PublishedFigures>>>>;
}
const llmbar = read('llmbar.json') as Readonly<Record<string, LlmbarSet>>;

const cases = Object.entries(llmbar).flatMap(([set, { labels, verdicts, published }]) =>
  Object.entries(published).flatMap(([judge, prompts]) =>
    Object.entries(prompts).map(([prompt, figures]) => {
      const [one = '', other = ''] = verdicts[judge]?.[prompt] ?? [];
      return { name: `${set}, ${judge}, ${prompt}`, labels: labels.map(String), one, other, figures };
    }),
  ),
);

/** Its authors' kappas tell only the verdict 1 from all others. */
const onesIn = (verdicts: string): readonly string[] =>
  [...verdicts].map((letter) => (letter === '1' ? '1' : '0'));
const kappa = (one: readonly string[], other: readonly string[]): number | null =>
  cohenKappa(one.map((value, index) => [value, other[index]] as const));

describe('the figures that LLMBar’s authors publish', () => {
  it('are of 203 judges with their prompts', () => expect(cases).toHaveLength(203));

  it.each(cases)('come out the same: $name', ({ labels, one, other, figures }) => {
    const n = labels.length;
    const count = (is: (index: number) => boolean): number =>
      labels.filter((_label, index) => is(index)).length;
    const right =
      (verdicts: string) =>
      (index: number): boolean =>
        verdicts[index] === labels[index];
    const numbersIn = (text: string): readonly number[] => (text.match(/[\d.]+/g) ?? []).map(Number);
    const rightOnce = count(right(one));
    const rightSwapped = count(right(other));
    const both = count((index) => right(one)(index) && right(other)(index));
    const equal = count((index) => one[index] === other[index]);
    expect([
      numbersIn(figures.correct_False),
      numbersIn(figures.correct_True),
      numbersIn(figures.correct_average),
      numbersIn(figures.correct_both),
      numbersIn(figures.equal),
    ]).toEqual([
      [rightOnce, n, (rightOnce / n) * 100],
      [rightSwapped, n, (rightSwapped / n) * 100],
      [((rightOnce + rightSwapped) / 2 / n) * 100],
      [both, n, (both / n) * 100],
      [equal, n, (equal / n) * 100],
    ]);
    const [first, second] = [kappa(onesIn(one), labels), kappa(onesIn(other), labels)];
    expect(first).toBeCloseTo(figures.kappa_False, 13);
    expect(second).toBeCloseTo(figures.kappa_True, 13);
    expect(((first ?? Number.NaN) + (second ?? Number.NaN)) / 2).toBeCloseTo(figures.kappa_average, 13);
    expect(kappa(onesIn(one), onesIn(other))).toBeCloseTo(figures.kappa_agreement, 13);
  });
});

describe('the agreement of PandaLM’s annotators', () => {
  const { annotators } = read('pandalm.json') as { annotators: readonly string[] };

  it.each([
    [0, 1, '0.85'],
    [0, 2, '0.88'],
    [1, 2, '0.86'],
  ])('is the published one between %i and %i: %s', (one, other, published) => {
    const [letters, others] = [[...(annotators[one] ?? '')], [...(annotators[other] ?? '')]];
    expect(letters).toHaveLength(999);
    expect(kappa(letters, others)?.toFixed(2)).toBe(published);
  });
});
