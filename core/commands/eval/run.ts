import { join } from 'node:path';
import { readSuite } from '../../eval/suite/read-suite.ts';
import { ArgumentError } from '../../argument-error.ts';
import { defineCommand, type Command, type CommandArguments } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { gatewayTarget, URL_HELP } from '../gateway-target.ts';
import { conductRun } from './conduct-run.ts';
import { openSuiteRun } from './open-suite-run.ts';

const MAX_CONCURRENCY = 64;

const TABLE: CommandTable = {
  command: 'assay eval run',
  purpose: 'ask every model of a suite every prompt, and have its judges compare the answers.',
  forms: [
    { words: ['SUITE'], inline: '[options]', says: 'SUITE is a YAML file, such as examples/eval/suite.yaml' },
  ],
  options: {
    out: {
      value: 'FILE',
      says: 'where the run is written; default runs/<name>.jsonl. The same command again goes on where the run stood and pays for nothing twice; prompts added at the end of SUITE go into the same run',
    },
    budget: { value: 'N', says: 'begin no prompt that could take the run beyond N credits' },
    concurrency: {
      value: 'N',
      says: 'requests at the same time, from 1 to 64; default as in the suite, or 4',
    },
    'judge-until': {
      value: 'P',
      says: 'stop judging a prompt once one answer is the best with probability P, from 0.5 to 0.999; as judge_until of SUITE',
    },
    fuse: {
      value: 'MODEL',
      says: 'one more answer to each prompt, which this model writes from all others; as fuse of SUITE',
    },
    yes: { says: 'do not ask before credits are spent; without a terminal nothing is asked' },
    url: { value: 'URL', says: URL_HELP },
  },
  json: 'print the board as JSON',
  closing: `The API key is read from ASSAY_KEY. The quote and the progress go to standard error, the report to standard output.
Exit codes: 0 every prompt has its answers, 3 some prompts were refused or their answers are gone, 4 the budget ended the
run, 1 the run stopped, 2 the arguments are invalid, 130 stopped by Ctrl-C. A model that fails is in the report.`,
  examples: ['ASSAY_KEY=assay_... assay eval run examples/eval/suite.yaml --budget 50'],
};

export const run: Command = defineCommand(TABLE, async (args, environment) => {
  const [path = ''] = args.positionals;
  const [budget, concurrency, until] = [budgetOf(args), concurrencyOf(args), untilOf(args)];
  const fuse = args.text('fuse');
  const suite = await readSuite(path, {
    ...(until !== undefined && { judge_until: until }),
    ...(fuse !== undefined && { fuse }),
  });
  return conductRun({
    open: (opening) => openSuiteRun(suite, opening),
    concurrency: concurrency ?? suite.concurrency,
    address: gatewayTarget(args, environment),
    out: args.text('out') ?? join('runs', `${suite.suite.name}.jsonl`),
    isDefaultOut: args.text('out') === undefined,
    budget,
    mayAsk: !args.flag('yes'),
    json: args.json,
    isDumb: environment['TERM'] === 'dumb',
  });
});

/** @returns credits, or undefined for no limit. */
export function budgetOf(args: CommandArguments): number | undefined {
  const text = args.text('budget');
  if (text === undefined) return undefined;
  const credits = Number(text);
  if (text.trim() === '' || !Number.isFinite(credits) || credits <= 0)
    throw new ArgumentError('--budget takes a number of credits above 0');
  return credits;
}

/** @returns undefined where the suite alone says it. */
function untilOf(args: CommandArguments): number | undefined {
  const text = args.text('judge-until');
  if (text === undefined) return undefined;
  const until = Number(text);
  if (text.trim() === '' || !(until >= 0.5 && until <= 0.999))
    throw new ArgumentError('--judge-until takes a number from 0.5 to 0.999');
  return until;
}

export function concurrencyOf(args: CommandArguments): number | undefined {
  const text = args.text('concurrency');
  if (text === undefined) return undefined;
  if (!/^[1-9]\d?$/.test(text) || Number(text) > MAX_CONCURRENCY)
    throw new ArgumentError(`--concurrency takes a whole number from 1 to ${MAX_CONCURRENCY}`);
  return Number(text);
}
