// `npm run mutate`: takes away each guard of the money, and reports the ones that no test misses.
import { parseArgs } from 'node:util';
import { testFileOf } from './checkout.ts';
import { GUARDS } from './guards.ts';
import { mutate } from './mutate.ts';

const HELP = `Take away each guard of the money once, in a copy of the source, and see a test fail.

Usage: npm run mutate -- [options] [WORD ...]

  WORD          only guards whose name contains one of the words
  --list        list the guards and their tests, and run nothing
  --minutes N   start nothing after N minutes (default 60)
  -h, --help    show this help

Exits with 1 if a guard can be removed without a test failing, or if time ran out.
Guards of PostgreSQL need one; see CONTRIBUTING.md.

Example: npm run mutate -- delivering integers
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      list: { type: 'boolean' },
      minutes: { type: 'string', default: '60' },
    },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 1_440)) {
    process.stderr.write('--minutes takes a number above 0, at most 1440.\n');
    return 1;
  }
  const words = positionals.map((word) => word.toLowerCase());
  const chosen = GUARDS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)),
  );
  if (chosen.length === 0) {
    process.stderr.write(`No guard's name contains ${positionals.join(' or ')}. See --list.\n`);
    return 1;
  }
  if (values.list === true) {
    for (const guard of chosen) process.stdout.write(`${guard.name}  <-  ${testFileOf(guard)}\n`);
    return 0;
  }
  let tried = 0;
  let unnoticed = 0;
  for await (const { guard, complaint, seconds } of mutate(chosen, Date.now() + minutes * 60_000)) {
    tried += 1;
    if (complaint !== undefined) unnoticed += 1;
    const verdict = complaint === undefined ? 'noticed' : 'MISSED ';
    process.stdout.write(`${tried}/${chosen.length}  ${verdict}  ${guard.name}  (${seconds.toFixed(0)} s)\n`);
    if (complaint !== undefined) process.stdout.write(`${complaint}\n`);
  }
  if (tried < chosen.length) process.stdout.write(`\nOut of time: ${chosen.length - tried} not tried.\n`);
  process.stdout.write(`\n${tried - unnoticed} of ${chosen.length} guards are noticed when they are gone.\n`);
  return unnoticed === 0 && tried === chosen.length ? 0 : 1;
}
