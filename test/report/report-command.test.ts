import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand, type Finished } from '../commands/run-command.ts';
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

/** An answer's credits, and a consensus with this margin for the first model. */
function consensusOf(margin: string): string {
  const [a, b] = ['old', 'new'].map((modelId, index) => JSON.stringify({ index, modelId }));
  return `"creditsUsed":1,"consensus":[{"a":${a},"b":${b},"winner":"a","margin":${margin}}]`;
}

function report(...words: readonly string[]): Promise<Finished> {
  return runCommand(['eval', 'report', path, ...words], {});
}

describe('assay eval report', () => {
  it('calls an interval one, and the 95th percentile of latency p95', async () => {
    write(40, false);
    const page = join(folder, 'report.html');
    const { stdout } = await report('--html', page);
    expect(stdout).toMatch(/^ +model +rating +95 % interval +win rate +95 % interval$/m);
    expect(stdout).toMatch(/^model +cost +median +p95 +failed$/m);
    expect(readFileSync(page, 'utf8')).toMatch(/<small>p95 [\d.]+ m?s<\/small>/);
  });

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
      'assay eval report: Fewer than 10 judged prompts compare old with new, so nothing is decided: add prompts, and where the suite has a baseline, name that.\n',
    ]);
    expect(few.stdout).toContain('sample: 9 prompts');
    const unknown = await report('--fail-if-worse-than', 'other');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('--fail-if-worse-than takes a model of the run: new and old'),
    ]);
  });

  it.each([
    ['score', '"score":-1', '"score":1e999'],
    ['score', '"score":-1', '"score":50'],
    ['latency', /"latencyMs":\d+,/, '"latencyMs":1e999,'],
    ['latency', /"latencyMs":\d+,/, '"latencyMs":-1,'],
    ['cost', /"providerCost":[\d.]+/, '"providerCost":1e308'],
    ['credits', /"creditsUsed":\d+/, '"creditsUsed":-1e999'],
    ['index', '"index":1', '"index":0.5'],
    ['margin', '"creditsUsed":1', consensusOf('1e999')],
    ['margin', '"creditsUsed":1', consensusOf('50')],
    ['margin', '"creditsUsed":1', consensusOf('-0.5')],
  ])('takes no file with a %s that cannot be: %s becomes %s', async (_figure, sound, poisoned) => {
    write(31, true);
    const lines = readFileSync(path, 'utf8').split('\n');
    const line = lines[5]?.replace(sound, poisoned);
    expect(line).not.toBe(lines[5]);
    writeFileSync(path, lines.with(5, line ?? '').join('\n'));
    const { code, stdout, stderr } = await report('--fail-if-worse-than', 'old');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('line 6 is not a line of a run; the file is damaged');
  });

  it('takes no file whose last line is whole, but has a margin that cannot be', async () => {
    write(31, true);
    const text = readFileSync(path, 'utf8');
    const last = text.lastIndexOf('"creditsUsed":1');
    writeFileSync(
      path,
      text.slice(0, last) + text.slice(last).replace('"creditsUsed":1', consensusOf('1e999')),
    );
    const { code, stderr } = await report('--fail-if-worse-than', 'old');
    expect([code, stderr]).toEqual([1, expect.stringContaining('line 32 is not a line of a run')]);
  });

  it('takes a margin that is a share', async () => {
    write(31, true);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"creditsUsed":1', consensusOf('0.5')));
    expect((await report('--fail-if-worse-than', 'old')).code).toBe(3);
  });

  it('shows no control character of a model’s ID', async () => {
    const rows = Array.from({ length: 40 }, () => ({ scores: { '0 1': 1 } }));
    writeFileSync(path, runText(sampleRun({ models: ['old', '\u001b]0;title\u0007new\u001b[2J'], rows })));
    const { code, stderr } = await report('--fail-if-worse-than', 'old');
    expect([code, stderr]).toEqual([3, 'assay eval report: decisively worse than old: new.\n']);
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
    expect((await report()).stderr).toBe(`assay eval report: ${path}: There is no such file.\n`);
    writeFileSync(path, 'name: suite\n');
    expect((await report()).stderr).toContain(
      'this is not a file of "assay eval run", such as runs/support.jsonl\n',
    );
    for (const words of [[], ['report'], ['report', path, 'more'], ['report', path, '--csv']])
      expect((await runCommand(['eval', ...words], {})).code, words.join(' ')).toBe(2);
  });
});
