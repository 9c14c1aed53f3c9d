import { parseArgs } from 'node:util';
import { simulateBoards } from './simulate-boards.ts';

const { values } = parseArgs({
  options: { boards: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});

const report = simulateBoards({ boards: Number(values.boards), seed: Number(values.seed) });
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
const { ratings, winRates, pairs, differences, falselyDifferent } = report;
const isCovered = [ratings, winRates, pairs, differences].every(
  ({ share }) => share >= 0.93 && share <= 0.97,
);
if (!isCovered || falselyDifferent.share > 0.05) process.exitCode = 1;
