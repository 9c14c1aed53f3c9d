import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from './checkout.ts';

/** Upper bound of one run of one test file. */
const RUN_TIMEOUT_MS = 300_000;
/** Of one test, unless it has its own: a test that waits for what a guard makes happen has noticed that it is gone. */
const TEST_TIMEOUT_MS = 40_000;

interface TestRun {
  /** Full names of the tests that passed. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** For people, where something went wrong. */
  readonly output: string;
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs the tests of one file whose names match one of the titles, in a copy of the checkout. */
export async function runTests(folder: string, file: string, titles: readonly string[]): Promise<TestRun> {
  const report = join(folder, 'report.json');
  const pattern = [...new Set(titles)].map((title) => `(?:${patternOf(title)})`).join('|');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const options = [
    '--reporter=json',
    `--outputFile=${report}`,
    `--testTimeout=${TEST_TIMEOUT_MS}`,
    '--testNamePattern',
    pattern,
  ];
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const child = spawn(process.execPath, [vitest, 'run', file, '--retry=0', ...options], {
    cwd: folder,
    env: Object.fromEntries(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const results = await resultsIn(report);
  const named = (wanted: string): readonly string[] =>
    results.filter(({ status }) => status === wanted).map(({ fullName }) => fullName);
  return { passed: named('passed'), failed: named('failed'), output: `${out}\n${error}` };
}

async function resultsIn(report: string): Promise<Report['testResults'][number]['assertionResults']> {
  try {
    const { testResults }: Report = JSON.parse(await readFile(report, 'utf8'));
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } catch {
    // No report: the run was killed, or did not start.
    return [];
  }
}

/** A title as a pattern; a placeholder stands for anything. */
export function patternOf(title: string): string {
  return title
    .split(/%[a-z]|\$\w+/)
    .map((literal) => RegExp.escape(literal))
    .join('.*');
}
