import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capturedEval, type Finished } from '../eval/eval-scene.ts';
import { runText } from '../support/samples/run-text.ts';
import { sampleRun, type SampleRunAsked } from '../support/samples/sample-run.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-report-'));
  path = join(folder, 'run.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FAILED = {
  status: 'failed',
  output: '',
  error: { code: 'timeout', message: 'too <slow>', retryable: true },
} as const;

/** `new` loses most pairs to `old`, or wins most. */
function write(prompts: number, newWins: boolean, more: Partial<SampleRunAsked> = {}): void {
  const rows = Array.from({ length: prompts }, (_none, place) => ({
    scores: { '0 1': place % 5 === 0 ? 0 : newWins ? -1 : 1 },
    ...(place === 1 && { results: { 1: FAILED }, scores: {} }),
  }));
  writeFileSync(path, runText(sampleRun({ models: ['old', 'new'], rows, ...more })));
}

function report(...words: readonly string[]): Promise<Finished> {
  return capturedEval(['report', path, ...words], {});
}

describe('assay eval report', () => {
  it('fails with exit code 3 only if a model is decisively worse', async () => {
    write(40, false);
    const { code, stdout, stderr } = await report('--fail-if-worse-than', 'old');
    expect([code, stderr]).toEqual([3, 'assay eval report: decisively worse than old: new.\n']);
    expect(stdout).toMatch(/^1 +old /m);
    const passed = await report('--fail-if-worse-than', 'new');
    expect([passed.code, passed.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^assay eval report: passed\. Not decisively worse than new: old \(\d+ rating points, 95 % interval \d+ to \d+\)\.\n$/,
      ),
    ]);
    expect((await report()).code).toBe(0);
    write(40, true);
    expect((await report('--fail-if-worse-than', 'old')).code).toBe(0);
  });

  it('does not pass what it cannot decide', async () => {
    write(9, true);
    const few = await report('--fail-if-worse-than', 'old');
    expect([few.code, few.stderr]).toEqual([
      1,
      'assay eval: fewer than 10 judged prompts compare old with new, so nothing is decided: add prompts, and where the suite has a baseline, name that\n',
    ]);
    expect(few.stdout).toContain('sample: 9 prompts');
    const junit = join(folder, 'junit.xml');
    await report('--junit', junit, '--fail-if-worse-than', 'old');
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('<testsuite name="models" tests="1" failures="0" errors="1" skipped="0"');
    expect(xml).toContain('<error type="undecided" message="too few prompts compare new with old"></error>');
    const unknown = await report('--fail-if-worse-than', 'other');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      'assay eval: --fail-if-worse-than takes a model of the run: new and old\n',
    ]);
  });

  it('decides nothing of two models that no prompt compares, however each stands to a third', async () => {
    const rows = Array.from({ length: 40 }, () => ({ scores: { '0 1': 1, '0 2': -1 } }));
    writeFileSync(path, runText(sampleRun({ models: ['base', 'worse', 'better'], rows })));
    expect((await report('--fail-if-worse-than', 'base')).code).toBe(3);
    const { code, stderr } = await report('--fail-if-worse-than', 'worse');
    expect([code, stderr]).toEqual([1, expect.stringContaining('compare worse with better,')]);
    // Of those it was compared with, one is worse.
    const better = await report('--fail-if-worse-than', 'better');
    expect([better.code, better.stderr]).toEqual([3, expect.stringMatching(/than better: base\.\n$/)]);
  });

  it('writes JUnit’s XML with a failure for each worse model and an error for each failed answer', async () => {
    write(40, false);
    const junit = join(folder, 'ci/junit.xml');
    expect((await report('--junit', junit, '--fail-if-worse-than', 'old')).code).toBe(3);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('<testsuite name="models" tests="1" failures="1" errors="0" skipped="0"');
    expect(xml).toMatch(
      /<testcase classname="models" name="new is not decisively worse than old"><failure message="new is decisively worse than old">-\d+ rating points, 95 % interval -\d+ to -\d+<\/failure>/,
    );
    expect(xml).toContain('<testsuite name="new" tests="40" failures="0" errors="1" skipped="0"');
    expect(xml).toContain('<error type="timeout" message="too &lt;slow&gt;"></error>');
  });

  it('prints the same board as JSON every time', async () => {
    write(40, true);
    const [one, other] = [await report('--json'), await report('--json')];
    expect(one.stdout).toBe(other.stdout);
    expect(JSON.parse(one.stdout)).toMatchObject({
      name: 'sample',
      prompts: { count: 40, answered: 40, judged: 39 },
      models: [
        { modelId: 'new', rank: 1, failed: 1 },
        { modelId: 'old', rank: 2, failed: 0 },
      ],
      differences: [{ modelId: 'new', other: 'old', isDecisive: true }],
    });
  });

  it('writes a page that only its owner can read', async () => {
    write(12, true);
    const html = join(folder, 'report.html');
    await report('--html', html);
    expect(statSync(html).mode & 0o777).toBe(0o600);
    expect(readFileSync(html, 'utf8')).toMatch(/^<!doctype html>\n<html lang="en">/);
  });

  it('says what is wrong with a file', async () => {
    expect((await report()).stderr).toBe(`assay eval: ${path}: there is no such file\n`);
    writeFileSync(path, 'name: suite\n');
    expect((await report()).stderr).toContain('this is no file of "assay eval run"');
    for (const words of [[], ['report'], ['report', path, 'more'], ['report', path, '--csv']])
      expect((await capturedEval(words, {})).code, words.join(' ')).toBe(2);
  });
});
