import { join } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { parseCLI } from 'vitest/node';
import { DearestFirst } from './test/support/dearest-first.ts';

/** Files that change a module or a clock for what was imported before them. */
const ALONE = ['test/faults/ledger/credits.test.ts', 'test/faults/provider/addresses.test.ts'];

/** Files that take long, or need other programs: for `npm run test:all`, and for whoever names tests. */
const SLOW = 'test/**/*.slow.test.ts';
/** Packages have tests of their own. */
const INSTALLED = '**/node_modules/**';
const { filter, options } = parseCLI(['vitest', ...process.argv.slice(2)]);
if (filter.length > 0 || options.testNamePattern !== undefined) process.env['TEST_ALL'] = 'on';
const whole = process.env['TEST_ALL'];
if (whole !== undefined && whole !== 'on')
  throw new Error(`TEST_ALL is ${JSON.stringify(whole)}. Set it to "on", or unset it.`);
const left = whole === 'on' ? [] : [SLOW];

// Suites start some thousand processes and threads; each would compile the same modules anew, half of its work. Set
// here, it reaches the processes that run the tests before they begin.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  test: {
    globalSetup: './test/support/build-pages.ts',
    setupFiles: ['./test/support/answers/hold-answers-to-document.ts'],
    // As in core/entry/keep-wasm-code.ts: files that start gateway after gateway in one process met the fault often.
    execArgv: ['--no-wasm-code-gc'],
    // Files share three processes: to import the gateway anew for each took a third of the whole run.
    isolate: false,
    // For two cores: files that start processes wait for them a third of their time.
    maxWorkers: 3,
    sequence: { sequencer: DearestFirst },
    // Far out, since no clock decides: a test waits for its condition, however busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Of 20,000 tests beside real processes one may lose a race for the processors; it is named at the end.
    retry: 1,
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, isolate: true } },
      {
        extends: true,
        test: {
          name: 'in one process',
          include: ['test/**/*.test.ts'],
          exclude: [INSTALLED, ...ALONE, ...left],
        },
      },
    ],
  },
});
