import { CALIBRATION_NAME } from '../../calibration/check-calibrations.ts';
import { NO_CALIBRATION } from '../../calibration/panel-weights.ts';
import { ArgumentError } from '../../argument-error.ts';
import type { Environment } from '../../config.ts';
import { readSendOptions } from '../client/send-options.ts';
import type { CommandArguments } from '../command-table.ts';
import { readModelIds } from '../read-argument.ts';
import { conductRun } from './conduct-run.ts';
import { openMigration } from './open-migration.ts';

const MAX_SUCCESSORS = 16;
const MAX_JUDGES = 6;
const MAX_NAME = 64;

/** `eval migrate`. */
export async function migrate(args: CommandArguments, environment: Environment): Promise<number> {
  const [oldModel = ''] = args.positionals;
  const successors = readModelIds('--to', args.text('to') ?? '', MAX_SUCCESSORS);
  const judges = args.text('judges');
  if (successors.includes(oldModel))
    throw new ArgumentError(`--to names ${oldModel}, which is the model to leave.`);
  const name = nameOf(oldModel, successors);
  const options = {
    name,
    oldModel,
    successors,
    judges: judges === undefined ? undefined : readModelIds('--judges', judges, MAX_JUDGES),
    criteria: args.text('judge-prompt'),
    calibration: calibrationOf(args),
    maxPrompts: args.integer('from-log') ?? 0,
    answers: (['fresh', 'logged'] as const).find((which) => which === args.text('old-answers')),
  };
  const run = await readSendOptions(args, environment, name);
  return conductRun({
    ...run,
    budget: args.number('budget'),
    concurrency: args.integer('concurrency') ?? 1,
    open: (opening) => openMigration(options, run.address, opening),
  });
}

function calibrationOf(args: CommandArguments): string | undefined {
  const name = args.text('calibration');
  if (name === undefined || name === NO_CALIBRATION || CALIBRATION_NAME.test(name)) return name;
  throw new ArgumentError(`--calibration takes the name of a calibration, or ${NO_CALIBRATION}.`);
}

/** As a suite's name is written. */
function nameOf(oldModel: string, successors: readonly string[]): string {
  return `migrate-${oldModel}-to-${successors.join('-')}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .slice(0, MAX_NAME);
}
