import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buildBoard } from '../../console/board/board.js';
import { MIN_PROMPTS } from '../../console/board/ratings.js';
import { listed } from '../../console/report/board-words.js';
import { boardReport } from '../../terminal/board-report.ts';
import { paintFor } from '../../terminal/paint.ts';
import { say } from '../../terminal/say.ts';
import { plainJson } from '../../text/plain-json.ts';
import { readArguments, textOptions, type Command, type CommandTable } from '../command.ts';
import { htmlPage } from './html-page.ts';
import { junitReport } from './junit-report.ts';
import { loadRun } from './load-run.ts';
import { leadWords, standingTo } from './standing.ts';

const HELP = `assay eval report: what a run shows, from its file. No gateway is asked.

  assay eval report FILE [options]     FILE is what "assay eval run" has written

  --html FILE                   write one HTML file with everything, every prompt included; it loads nothing
  --junit FILE                  write JUnit's XML for a CI service
  --fail-if-worse-than MODEL    exit code 3 if any other model of the run is decisively worse than MODEL: the 95 % interval
                                of its difference lies wholly below 0
  --json                        print the board as JSON

Exit codes: 0, 3 as above, 1 the file is no run, or too few prompts compare MODEL, 2 the arguments are invalid.

Example: assay eval report runs/support.jsonl --html report.html
Example: assay eval report runs/support.jsonl --junit junit.xml --fail-if-worse-than MODEL
`;

const SOME_WORSE = 3;

const TABLE: CommandTable = {
  help: HELP,
  options: textOptions(['html', 'junit', 'fail-if-worse-than']),
  forms: [{ words: ['FILE'] }],
};

export const report: Command = {
  async run(rest) {
    const args = readArguments(rest, TABLE);
    if (args === undefined) return 0;
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
  },
};

async function save(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // It holds prompts and answers.
  await writeFile(path, text, { mode: 0o600 });
  say(`Written: ${path}`);
}
