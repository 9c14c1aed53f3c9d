import { join } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';

/** Suites that start processes, or kill them again and again: seconds on an idle machine, minutes on a busy one. */
const PROCESSES = [
  'test/process/**/*.test.ts',
  'test/proof/**/*.test.ts',
  'test/demo/**/*.test.ts',
  'test/ledger/postgres/{many-gateways,one-gateway}.test.ts',
  'test/ledger/sqlite/{recovery,disk-faults}.test.ts',
];

/** Files that change a module or a clock for what was imported before them. */
const ALONE = ['test/faults/ledger/credits.test.ts', 'test/faults/provider/addresses.test.ts'];

// Suites start some thousand processes and threads; each would compile the same modules anew, half of its work. Set
// here, it reaches the processes that run the tests before they begin.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  test: {
    setupFiles: ['./test/support/answers/hold-answers-to-document.ts'],
    // As in core/entry/keep-wasm-code.ts: files that start gateway after gateway in one process met the fault often.
    execArgv: ['--no-wasm-code-gc'],
    // Files share three processes: to import the gateway anew for each took a third of the whole run.
    isolate: false,
    // For two cores: files that start processes wait for them a third of their time.
    maxWorkers: 3,
    // Of 20,000 tests beside real processes one may lose a race for the processors; it is named at the end.
    retry: 1,
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: ALONE, isolate: true, testTimeout: 30_000, hookTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: 'in one process',
          include: ['test/**/*.test.ts'],
          exclude: [...PROCESSES, ...ALONE],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'processes', include: PROCESSES, testTimeout: 180_000, hookTimeout: 180_000 },
      },
    ],
  },
});
