import { parseArgs } from 'node:util';
import { simulateBoards } from './simulate-boards.ts';

const HELP = `Draw boards of models with known strengths, and count how often the intervals that are stated cover the truth.

  npm run simulate:boards -- [--boards N] [--seed N]

  --boards N  how many; default 1000
  --seed N    the same boards each time; default 1

Prints the shares as JSON. The exit code is 1 where intervals of 95 % cover less than 93 or more than 97 %.

Example: npm run simulate:boards -- --boards 200 --seed 7
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    boards: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit();
}

const report = simulateBoards({ boards: Number(values.boards), seed: Number(values.seed) });
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
const { ratings, winRates, pairs, differences, falselyDifferent } = report;
const isCovered = [ratings, winRates, pairs, differences].every(
  ({ share }) => share >= 0.93 && share <= 0.97,
);
if (!isCovered || falselyDifferent.share > 0.05) process.exitCode = 1;
