// Runs `npm test` several times beside busy loops: no test may depend on how fast the machine is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import process from 'node:process';

const HELP = `Usage: npx node test/support/under-load.ts [--loops N] [--times N] [-- PATH ...]

Runs the tests --times times (3) beside --loops busy loops (8), and stops at the first run that fails.

Example: npx node test/support/under-load.ts --times 1 -- test/http/prompt.test.ts
`;

const { values, positionals } = parseArgs({
  options: {
    loops: { type: 'string', default: '8' },
    times: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const [loopCount, times] = [Number(values.loops), Number(values.times)];
if (
  !Number.isInteger(loopCount) ||
  loopCount < 0 ||
  loopCount > 64 ||
  !Number.isInteger(times) ||
  times < 1
) {
  process.stderr.write(`--loops takes a whole number up to 64, --times one from 1 on.\n\n${HELP}`);
  process.exit(2);
}

const loops = Array.from({ length: loopCount }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
const endLoops = (): void => {
  for (const loop of loops) loop.kill('SIGKILL');
};
process.once('SIGINT', endLoops).once('SIGTERM', endLoops);
try {
  for (let run = 1; run <= times; run += 1) {
    process.stdout.write(`Run ${run} of ${values.times} beside ${loops.length} busy loops\n`);
    const startedMs = performance.now();
    const tests = spawn('npx', ['vitest', 'run', '--retry=0', ...positionals], { stdio: 'inherit' });
    await once(tests, 'close');
    process.stdout.write(`Run ${run} took ${Math.round((performance.now() - startedMs) / 1000)} s\n`);
    if (tests.exitCode !== 0) {
      process.exitCode = 1;
      break;
    }
  }
} finally {
  endLoops();
}
