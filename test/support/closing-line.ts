import type { Reporter, TestModule } from 'vitest/node';

/** Begins the name of the test that stands for those a missing program keeps from running. */
export const NEEDS = 'was not run for want of ';

/**
 * Ends the run with one plain line, so that a log can be read by its last line alone. Before it come the tests that
 * passed only when they were tried again, and one line that says which programs were missing.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    const missing = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state] += 1;
        if (test.diagnostic()?.flaky === true)
          process.stdout.write(`unsteady: ${module.relativeModuleId} > ${test.fullName}\n`);
        if (state === 'skipped' && test.name.startsWith(NEEDS)) {
          const tool = test.name.slice(NEEDS.length);
          missing.set(tool, (missing.get(tool) ?? 0) + 1);
        }
      }
      // A file that could not even be loaded holds no test that could fail.
      if (!module.ok() && [...module.children.allTests()].every((test) => test.result().state !== 'failed'))
        counts.failed += 1;
    }
    if (counts.passed + counts.failed === 0) {
      process.stdout.write('\nNo test was run: no file or name fits.\n');
      process.exitCode = 1;
    }
    if (missing.size > 0) process.stdout.write(`\n${describeMissing(missing)}\n`);
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}

function describeMissing(missing: ReadonlyMap<string, number>): string {
  const groups = [...missing.values()].reduce((sum, count) => sum + count, 0);
  const tools = [...missing].map(([tool, count]) => `${tool} (${count})`).join(', ');
  const what = groups === 1 ? '1 group' : `${groups} groups`;
  return `Skipped ${what} of tests for want of ${tools}. CONTRIBUTING.md says how to install each.`;
}
