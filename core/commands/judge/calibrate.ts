import { basename, extname, join } from 'node:path';
import { readLabels } from '../../eval/calibrate/read-labels.ts';
import { ArgumentError } from '../../argument-error.ts';
import { defineCommand, type Command, type CommandArguments } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { concurrencyOf } from '../eval/run.ts';
import { gatewayTarget, URL_HELP } from '../gateway-target.ts';
import { conductCalibration } from './conduct-calibration.ts';
import { calibrationName, calibrationPath } from './save-calibration.ts';

const DEFAULT_CONCURRENCY = 8;
const MAX_JUDGES = 6;

const TABLE: CommandTable = {
  command: 'assay judge calibrate',
  purpose: 'have judges compare pairs whose better answer you know, and learn how good they are.',
  forms: [{ words: ['LABELS'], inline: '--judges MODEL[,MODEL]... [options]' }],
  notes: `LABELS has one JSON object on each line: { "task", "a", "b", "winner" }, where winner is "a", "b" or "tie"; and, where
you know it, "models": [who gave a, who gave b]. 50 labels are a good start. A running gateway does the work, with the
very questions of a judged request, each pair in both orders. The report goes to standard output, and the counts into a
calibration that requests weigh these judges by.`,
  options: {
    judges: { value: 'LIST', says: `up to ${MAX_JUDGES} judges, which are then calibrated together` },
    'judge-prompt': { value: 'TEXT', says: 'what the judges are to look at, as in your requests' },
    name: { value: 'NAME', says: 'of the calibration; default the name of LABELS' },
    out: {
      value: 'FILE',
      says: 'where verdicts are written as they come, and read again; default runs/calibration-<name>.jsonl. What a judge was asked before is not asked, or paid for, again: correct a winner, add, remove or reorder labels, add a judge, and run the command again',
    },
    concurrency: {
      value: 'N',
      says: `requests at the same time, one for each judge and pair, from 1 to 64; default ${DEFAULT_CONCURRENCY}`,
    },
    yes: { says: 'do not ask before credits are spent; without a terminal nothing is asked' },
    url: { value: 'URL', says: URL_HELP },
  },
  json: 'print JSON: { name, file, labels, pairs, creditsUsed, missing, judges, panel }',
  closing: `The API key is read from ASSAY_KEY, the folder of calibrations from ASSAY_CALIBRATIONS. The quote and the progress go to
standard error. Exit codes: 0 all is done, 3 some pairs or judges have no verdicts, 1 it stopped, 2 the arguments are
invalid, 130 stopped by Ctrl-C.`,
  examples: ['ASSAY_KEY=assay_... assay judge calibrate labels.jsonl --judges JUDGE,OTHER --name support'],
};

export const calibrate: Command = defineCommand(TABLE, async (args, environment) => {
  const [path = ''] = args.positionals;
  const name = calibrationName(args.text('name') ?? nameOf(path));
  const criteria = args.text('judge-prompt');
  const judges = judgesOf(args);
  const concurrency = concurrencyOf(args) ?? DEFAULT_CONCURRENCY;
  const address = gatewayTarget(args, environment);
  return conductCalibration({
    labels: await readLabels(path),
    judges,
    ...(criteria !== undefined && { criteria }),
    name,
    file: calibrationPath(name, environment),
    out: args.text('out') ?? join('runs', `calibration-${name}.jsonl`),
    concurrency,
    address,
    mayAsk: !args.flag('yes'),
    json: args.json,
    isDumb: environment['TERM'] === 'dumb',
  });
});

/** Of the labels' file, with dashes for what a name cannot have. */
function nameOf(path: string): string {
  return basename(path, extname(path))
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64);
}

/** @throws ArgumentError where there is none, too many, or one twice. */
function judgesOf(args: CommandArguments): readonly string[] {
  const judges = (args.text('judges') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (judges.length === 0 || judges.length > MAX_JUDGES || new Set(judges).size < judges.length)
    throw new ArgumentError(
      `--judges takes 1 to ${MAX_JUDGES} different model IDs with commas between them; "assay models" lists them`,
    );
  return judges;
}
