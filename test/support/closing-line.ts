import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends the run with one plain line, so that a log can be read by its last line alone. Before it stands every test that
 * passed only when it was tried again: none of them may stay so.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state] += 1;
        if (test.diagnostic()?.flaky === true)
          process.stdout.write(`unsteady: ${module.relativeModuleId} > ${test.fullName}\n`);
      }
      // A file that could not even be loaded holds no test that could fail.
      if (!module.ok() && [...module.children.allTests()].every((test) => test.result().state !== 'failed'))
        counts.failed += 1;
    }
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}
