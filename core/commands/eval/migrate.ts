import { CALIBRATION_NAME } from '../../calibration/check-calibrations.ts';
import { NO_CALIBRATION } from '../../calibration/panel-weights.ts';
import { buildBoard } from '../../board/board.ts';
import { advice } from '../../report/migration-words.ts';
import { migrationReport } from '../../terminal/migration-report.ts';
import { paintFor } from '../../terminal/paint.ts';
import { ArgumentError } from '../../argument-error.ts';
import type { Environment } from '../../config.ts';
import type { CommandArguments } from '../command-table.ts';
import { print } from '../print.ts';
import { readModelIds } from '../read-argument.ts';
import { conductRun, reportHint } from './conduct-run.ts';
import { loadRun } from './load-run.ts';
import { openMigration } from './open-migration.ts';
import { runTerms } from './run.ts';

const MAX_SUCCESSORS = 16;
const MAX_JUDGES = 6;
const MAX_NAME = 64;

/** `eval migrate`. */
export async function migrate(args: CommandArguments, environment: Environment): Promise<number> {
  const [old = ''] = args.positionals;
  const successors = readModelIds('--to', args.text('to') ?? '', MAX_SUCCESSORS);
  const judges = args.text('judges');
  if (successors.includes(old)) throw new ArgumentError(`--to names ${old}, which is the model to leave.`);
  const name = nameOf(old, successors);
  const terms = {
    name,
    old,
    successors,
    judges: judges === undefined ? undefined : readModelIds('--judges', judges, MAX_JUDGES),
    criteria: args.text('judge-prompt'),
    calibration: calibrationOf(args),
    wanted: args.whole('from-log') ?? 0,
    answers: (['fresh', 'logged'] as const).find((which) => which === args.text('old-answers')),
  };
  const run = await runTerms(args, environment, name);
  return conductRun({
    ...run,
    concurrency: args.whole('concurrency') ?? 1,
    open: (opening) => openMigration(terms, run.address, opening),
    print: (path) => printMigration(path, args),
  });
}

function calibrationOf(args: CommandArguments): string | undefined {
  const name = args.text('calibration');
  if (name === undefined || name === NO_CALIBRATION || CALIBRATION_NAME.test(name)) return name;
  throw new ArgumentError(`--calibration takes the name of a calibration, or ${NO_CALIBRATION}.`);
}

/** As a suite's name is written. */
function nameOf(old: string, successors: readonly string[]): string {
  return `migrate-${old}-to-${successors.join('-')}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .slice(0, MAX_NAME);
}

async function printMigration(path: string, args: CommandArguments): Promise<void> {
  const board = buildBoard(await loadRun(path));
  const { migration, prompts, judgeIds, creditsUsed, costUsd } = board;
  if (migration === null) throw new Error(`${path} is not the file of a migration.`);
  const shown = { ...migration, advice: advice(migration), prompts, judges: judgeIds, creditsUsed, costUsd };
  const subject = prompts.open === 0 ? 'The run' : 'The prompts that have ended';
  print(
    args,
    { ...shown, file: path },
    `${migrationReport(board, paintFor(process.stdout))}\n${subject} cost ${creditsUsed.toFixed(2)} credits. ${reportHint(path)}`,
  );
}
