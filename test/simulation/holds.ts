import { parseArgs } from 'node:util';
import { registryOnDisk } from '../contract/registry-on-disk.ts';
import { ANSWERS } from './answer-lengths.ts';
import { brokenPromises } from './hold-bounds.ts';
import { simulateHolds } from './simulate-holds.ts';

const HELP = `Simulate requests at once on accounts of small balances, and count what is refused and what is owed.

  npm run simulate -- [--requests N] [--at-once N] [--accounts N] [--seed N]

  --requests N  how many; default 20000
  --at-once N   how many of them run together; default 200
  --accounts N  default 40
  --seed N      the same requests each time; default 1

Prints the figures as JSON. A promise of docs/credits.md that is broken is named, and the exit code is 1.

Example: npm run simulate -- --requests 100000 --seed 7
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    requests: { type: 'string', default: '20000' },
    'at-once': { type: 'string', default: '200' },
    accounts: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit();
}

const report = await simulateHolds({
  registry: registryOnDisk,
  requests: Number(values.requests),
  atOnce: Number(values['at-once']),
  accounts: Number(values.accounts),
  seed: Number(values.seed),
  answers: ANSWERS,
});
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
for (const broken of brokenPromises(report)) {
  process.stderr.write(`${broken}\n`);
  process.exitCode = 1;
}
