import { parseArgs } from 'node:util';
import { registryOnDisk } from '../contract/registry-on-disk.ts';
import { ANSWERS } from './answer-lengths.ts';
import { brokenPromises } from './hold-bounds.ts';
import { simulateHolds } from './simulate-holds.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    'at-once': { type: 'string', default: '200' },
    accounts: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});

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
