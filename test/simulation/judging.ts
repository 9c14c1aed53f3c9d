import { parseArgs } from 'node:util';
import { HALVES, KINDS } from './draw-tournament.ts';
import { brokenMeasures } from './judging-measures.ts';
import { simulateJudging, SIZES, type Group, type RuleFigures } from './simulate-judging.ts';

const HELP = `Compare ways to stop judging early with all pairs judged, on tournaments drawn from real judges.

  npm run simulate:judging -- [--tournaments N] [--half NAME] [--split N] [--hard-neighbours] [--seed N] [--json]

  --tournaments N    how many; default 5000
  --half NAME        whose verdicts are drawn: ${HALVES.join(' or ')}; default held-out
  --split N          the division of the prompts into halves; default 0
  --hard-neighbours  answers that follow each other in quality are harder to tell apart
  --seed N           the same tournaments each time; default 1
  --json             every figure, as JSON

Takes some twenty seconds. Measures that are not met are named at the end, and the exit code is 1.

Example: npm run simulate:judging -- --tournaments 20000 --seed 7
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    tournaments: { type: 'string', default: '5000' },
    half: { type: 'string', default: 'held-out' },
    split: { type: 'string', default: '0' },
    'hard-neighbours': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit();
}
const half = HALVES.find((name) => name === values.half);
if (half === undefined) throw new Error(`--half is ${HALVES.join(', ')}.`);
const report = simulateJudging({
  tournaments: Number(values.tournaments),
  half,
  split: Number(values.split),
  hardNeighbours: values['hard-neighbours'],
  seed: Number(values.seed),
});

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function line(name: string, figures: RuleFigures | undefined): string {
  if (figures === undefined) return '';
  const { calls, right, sure, rounds, seconds } = figures;
  return [
    name.padEnd(36),
    percent(calls).padStart(8),
    percent(right).padStart(8),
    percent(sure).padStart(8),
    rounds.toFixed(1).padStart(7),
    seconds.toFixed(1).padStart(8),
  ].join(' ');
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}

if (values.json) write(JSON.stringify(report, null, 2));
else {
  const groups: readonly Group[] = ['all', ...SIZES.map((size): Group => `${size} answers`), ...KINDS];
  for (const group of groups) {
    write(`\n${group.padEnd(36)}    calls    right     sure  rounds  seconds`);
    for (const [name, byGroup] of Object.entries(report)) write(line(name, byGroup[group]));
  }
  for (const [name, { all }] of Object.entries(report)) {
    if (all === undefined || all.tenths.length === 0) continue;
    write(`\n${name}: stated, right, cases`);
    for (const { stated, right, cases } of all.tenths)
      write(`${percent(stated).padStart(8)} ${percent(right).padStart(8)} ${String(cases).padStart(7)}`);
  }
}
const broken = brokenMeasures(report);
for (const measure of broken) write(`Not met: ${measure}`);
if (broken.length > 0) process.exitCode = 1;
