import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../core/terminal/paint.ts';
import { widthOf } from '../../core/terminal/printable-text.ts';
import { resultsTable } from '../../core/terminal/results-table.ts';
import { sampleResult } from '../support/samples/sample-response.ts';

const wireOf = (modelId: string): string | undefined => (modelId === 'gpt-4o' ? 'responses' : undefined);

function tableOf(results: Parameters<typeof resultsTable>[0]['results'], maxWidth = 160): readonly string[] {
  return resultsTable({ results }, { wireOf, maxWidth, paint: PLAIN }).trimEnd().split('\n');
}

describe('the results as a table', () => {
  it('has a row per result in request order, one ID twice included', () => {
    const rows = tableOf([
      sampleResult({ modelId: 'zeta', output: 'first' }),
      sampleResult({ output: 'second' }),
      sampleResult({ output: 'third' }),
    ]).slice(1);
    expect(rows.map((row) => row.split(/\s{2,}/).slice(0, 4))).toEqual([
      ['1', 'zeta', '-', 'completed'],
      ['2', 'gpt-4o', 'responses', 'completed'],
      ['3', 'gpt-4o', 'responses', 'completed'],
    ]);
    expect(rows.map((row) => row.split(/\s{2,}/).at(-1))).toEqual(['first', 'second', 'third']);
  });

  it('has no column of wire formats where nobody knows them', () => {
    const text = resultsTable({ results: [sampleResult()] }, { maxWidth: 160, paint: PLAIN });
    expect(text.split('\n').map((line) => line.split(/\s{2,}/).slice(0, 3))).toEqual([
      ['', 'model', 'status'],
      ['1', 'gpt-4o', 'completed'],
      [''],
    ]);
    expect(text).toMatch(/ 10 \/ 20 {2}\$0\.00010 {2}0\.010000 {2}An answer\.$/m);
  });

  it('shows every figure the contract names', () => {
    const [, row] = tableOf([
      sampleResult({
        latencyMs: 12_345,
        tokensIn: 34,
        tokensOut: 111,
        providerCost: 0.001767,
        credits: 0.1767,
      }),
    ]);
    expect(row).toContain('12 s');
    expect(row).toContain('34 / 111');
    expect(row).toContain('$0.0018');
    expect(row).toContain('0.176700');
  });

  it('does not call a cost free that is too small to show', () => {
    expect(tableOf([sampleResult({ providerCost: 1e-9 })])[1]).toContain('<$0.00000001');
    expect(tableOf([sampleResult({ providerCost: 0 })])[1]).toContain(' $0 ');
  });

  it('says why a model failed instead of what it said', () => {
    const error = {
      code: 'timeout',
      message: 'The provider did not answer in time.',
      retryable: true,
    } as const;
    const [, row] = tableOf([sampleResult({ status: 'failed', output: '', error })]);
    expect(row).toMatch(/failed .* timeout: The provider did not answer in time\.$/);
  });

  it.each([
    [200, 3],
    [120, 3],
    [80, 5],
    [40, 5],
  ])(
    'with a width of %i takes %i lines for two results: the words below where beside is no room',
    (maxWidth, count) => {
      const output = 'word '.repeat(100);
      const lines = tableOf([sampleResult({ output }), sampleResult({ output })], maxWidth);
      expect(lines).toHaveLength(count);
      const words = lines.filter((line) => line.includes('word word'));
      expect(words).toHaveLength(2);
      for (const line of words) {
        expect(line).toMatch(/…$/);
        expect(widthOf(line)).toBeLessThanOrEqual(maxWidth);
      }
    },
  );

  it('keeps columns straight whatever the widths', () => {
    const lines = tableOf([
      sampleResult({ modelId: 'a', tokensIn: 1_000_000, output: 'X' }),
      sampleResult({ modelId: 'a-much-longer-name', tokensIn: 1, output: 'X' }),
    ]);
    expect(lines[1]?.indexOf('X')).toBe(lines[2]?.indexOf('X'));
  });

  it('lets no output touch the terminal', () => {
    const output = '\u001B[2J\u001B]0;owned\u0007red\u001B[31m \r\n\u202Eback\u0000\u009B31m';
    const text = tableOf([sampleResult({ output })]).join('\n');
    expect(text).toContain('red back');
    // oxlint-disable-next-line no-control-regex -- control characters are what must be absent
    expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  });

  it('tells what the gateway changed, and for whom', () => {
    const warnings = [
      { code: 'parameter_adjusted', pointer: '/generation_settings/temperature', message: 'lowered to 1' },
      { code: 'usage_missing', pointer: '', message: 'nothing is charged' },
    ];
    const lines = tableOf([sampleResult(), sampleResult({ warnings })]);
    expect(lines.slice(-2)).toEqual([
      'note on 2  /generation_settings/temperature: lowered to 1',
      'note on 2  nothing is charged',
    ]);
  });
});
