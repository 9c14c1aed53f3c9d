import { basename, extname } from 'node:path';
import { readLabels } from '../../eval/calibrate/read-labels.ts';
import type { Environment } from '../../config.ts';
import { readSendOptions } from '../client/send-options.ts';
import type { CommandArguments } from '../command-table.ts';
import { conductCalibration } from './conduct-calibration.ts';
import { readModelIds } from '../read-argument.ts';
import { calibrationName, calibrationPath } from './save-calibration.ts';

const MAX_JUDGES = 6;

/** `judge calibrate`. */
export async function calibrate(args: CommandArguments, environment: Environment): Promise<number> {
  const [path = ''] = args.positionals;
  const name = calibrationName(args.text('name') ?? nameOf(path));
  const criteria = args.text('judge-prompt');
  const judges = readModelIds('--judges', args.text('judges') ?? '', MAX_JUDGES);
  const options = await readSendOptions(args, environment, `calibration-${name}`);
  return conductCalibration({
    ...options,
    labels: await readLabels(path),
    judges,
    ...(criteria !== undefined && { criteria }),
    name,
    file: calibrationPath(name, environment),
    concurrency: args.integer('concurrency') ?? 1,
  });
}

/** The name of the labels' file, with dashes for characters that a name cannot have. */
function nameOf(path: string): string {
  return basename(path, extname(path))
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64);
}
