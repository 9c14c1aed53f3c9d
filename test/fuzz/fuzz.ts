import { parseArgs } from 'node:util';
import { describeFailure } from './describe-failure.ts';
import { startFuzzTarget } from './fuzz-target.ts';
import { runFuzz, type FuzzReport } from './run-fuzz.ts';

const HELP = `Throw random and mutated bodies at a real gateway and its quote.

  npm run fuzz -- [--cases N] [--seed S]

  --cases N   how many; default 100000
  --seed S    the same cases each time; default: others each time

Every answer must be one that is documented for such a body, well-formed, and repeat nothing; afterwards the ledger
must be exact. A failure is made small and printed with the seed that repeats it, and the exit code is 1.

Example: npm run fuzz -- --cases 1000000 --seed 7
`;

const DEFAULT_CASES = 100_000;
const MAX_CASES = 1_000_000_000;

const { values } = parseArgs({
  options: { cases: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help === true) process.stdout.write(HELP);
else {
  const cases = countOf('cases', values.cases ?? String(DEFAULT_CASES), MAX_CASES);
  const seed = countOf('seed', values.seed ?? String(Date.now() % 2 ** 31), 2 ** 31 - 1);
  if (cases === undefined || seed === undefined) process.exitCode = 2;
  else process.exitCode = (await fuzz(cases, seed)) ? 0 : 1;
}

function countOf(name: string, text: string, max: number): number | undefined {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value <= max) return value;
  process.stderr.write(`--${name} must be a whole number from 0 to ${max}\n`);
  return undefined;
}

/** @returns whether all went well. */
async function fuzz(cases: number, seed: number): Promise<boolean> {
  process.stdout.write(`seed ${seed}, ${cases} cases\n`);
  const target = await startFuzzTarget();
  try {
    const startedAt = performance.now();
    const report = await runFuzz(target, {
      cases,
      seed,
      onProgress(done) {
        const perSecond = (done / (performance.now() - startedAt)) * 1_000;
        if (done % 10_000 === 0) process.stdout.write(`${done} cases, ${Math.round(perSecond)} a second\n`);
      },
    });
    const aftermath = await target.aftermath();
    print(report, aftermath);
    return report.failure === undefined && aftermath.length === 0;
  } finally {
    await target.stop();
  }
}

function print({ done, seen, failure }: FuzzReport, aftermath: readonly string[]): void {
  for (const [name, times] of [...seen].toSorted(([one], [other]) => one.localeCompare(other)))
    process.stdout.write(`  ${name.padEnd(40)} ${times}\n`);
  if (failure !== undefined)
    process.stdout.write(`\nFAILED after ${done} cases\n${describeFailure(failure)}\n`);
  for (const problem of aftermath) process.stdout.write(`\nFAILED afterwards: ${problem}\n`);
  if (failure === undefined && aftermath.length === 0)
    process.stdout.write(`${done} cases: every answer as documented, the ledger exact\n`);
}
