import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buildBoard } from '../../board/board.ts';
import { MIN_PROMPTS } from '../../board/ratings.ts';
import { experimentReport, experimentText } from '../../eval/experiment/experiment-report.ts';
import { boardReport } from '../../terminal/board-report.ts';
import { paintFor } from '../../terminal/paint.ts';
import { say } from '../../terminal/say.ts';
import type { CommandArguments } from '../command-table.ts';
import { print } from '../print.ts';
import { htmlPage } from './html-page.ts';
import { loadRun } from './load-run.ts';
import { leadWords, standingTo } from './standing.ts';
import { formatList } from '../../client/figures.ts';

const SOME_WORSE = 3;

/** `eval report`. @returns the exit code. @throws Error where the file is no run, or nothing is decided. */
export async function reportRun(args: CommandArguments): Promise<number> {
  const [path = ''] = args.positionals;
  const run = await loadRun(path);
  if (run.head.experiment !== undefined) {
    const experiment = experimentReport(run);
    print(args, experiment, experimentText(experiment));
    return 0;
  }
  const board = buildBoard(run);
  const bar = args.text('fail-if-worse-than');
  const standing = bar === undefined ? undefined : { bar, ...standingTo(bar, board) };
  const html = args.text('html');
  if (html !== undefined) await save(html, htmlPage(run, board));
  print(args, board, boardReport(board, paintFor(process.stdout)));
  if (standing === undefined) return 0;
  const { worse, undecided } = standing;
  if (worse.length > 0) {
    say(`assay eval report: decisively worse than ${standing.bar}: ${formatList(worse)}.`);
    return SOME_WORSE;
  }
  if (undecided.length > 0)
    throw new Error(
      `Fewer than ${MIN_PROMPTS} judged prompts compare ${standing.bar} with ${formatList(undecided)}, so nothing is decided: add prompts, and where the suite has a baseline, name that.`,
    );
  const others = board.models
    .filter(({ modelId }) => modelId !== standing.bar)
    .map(({ modelId }) => `${modelId} (${leadWords(modelId, standing.bar, board.differences)})`);
  say(`assay eval report: passed. Not decisively worse than ${standing.bar}: ${formatList(others)}.`);
  return 0;
}

async function save(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // It holds prompts and answers.
  await writeFile(path, text, { mode: 0o600 });
  say(`Written: ${path}`);
}
