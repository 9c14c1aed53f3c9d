import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buildBoard } from '../../board/board.ts';
import { MIN_PROMPTS } from '../../board/ratings.ts';
import { listed } from '../../console/report/board-words.ts';
import { boardReport } from '../../terminal/board-report.ts';
import { paintFor } from '../../terminal/paint.ts';
import { say } from '../../terminal/say.ts';
import { plainJson } from '../../text/plain-json.ts';
import { defineCommand, type Command } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { htmlPage } from './html-page.ts';
import { junitReport } from './junit-report.ts';
import { loadRun } from './load-run.ts';
import { leadWords, standingTo } from './standing.ts';

const SOME_WORSE = 3;

const TABLE: CommandTable = {
  command: 'assay eval report',
  purpose: 'what a run shows, from its file. No gateway is asked.',
  forms: [{ words: ['FILE'], inline: '[options]', says: 'FILE is what "assay eval run" has written' }],
  options: {
    html: {
      value: 'FILE',
      says: 'write one HTML file with everything, every prompt included; it loads nothing',
    },
    junit: { value: 'FILE', says: "write JUnit's XML for a CI service" },
    'fail-if-worse-than': {
      value: 'MODEL',
      says: 'exit code 3 if any other model of the run is decisively worse than MODEL: the 95 % interval of its difference lies wholly below 0',
    },
  },
  json: 'print the board as JSON',
  closing: `Exit codes: 0, 3 as above, 1 the file is no run, or too few prompts compare MODEL, 2 the arguments are invalid.`,
  examples: [
    'assay eval report runs/support.jsonl --html report.html',
    'assay eval report runs/support.jsonl --junit junit.xml --fail-if-worse-than MODEL',
  ],
};

export const report: Command = defineCommand(TABLE, async (args) => {
  const [path = ''] = args.positionals;
  const run = await loadRun(path);
  const board = buildBoard(run);
  const bar = args.text('fail-if-worse-than');
  const standing = bar === undefined ? undefined : { bar, ...standingTo(bar, board) };
  const [html, junit] = [args.text('html'), args.text('junit')];
  if (html !== undefined) await save(html, htmlPage(run, board));
  if (junit !== undefined) await save(junit, junitReport(run, board, standing));
  const { stdout } = process;
  stdout.write(args.json ? `${plainJson(board, 2)}\n` : boardReport(board, paintFor(stdout)));
  if (standing === undefined) return 0;
  const { worse, undecided } = standing;
  if (worse.length > 0) {
    say(`assay eval report: decisively worse than ${standing.bar}: ${listed(worse)}.`);
    return SOME_WORSE;
  }
  if (undecided.length > 0)
    throw new Error(
      `fewer than ${MIN_PROMPTS} judged prompts compare ${standing.bar} with ${listed(undecided)}, so nothing is decided: add prompts, and where the suite has a baseline, name that`,
    );
  const others = board.models
    .filter(({ modelId }) => modelId !== standing.bar)
    .map(({ modelId }) => `${modelId} (${leadWords(modelId, standing.bar, board.differences)})`);
  say(`assay eval report: passed. Not decisively worse than ${standing.bar}: ${listed(others)}.`);
  return 0;
});

async function save(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // It holds prompts and answers.
  await writeFile(path, text, { mode: 0o600 });
  say(`Written: ${path}`);
}
