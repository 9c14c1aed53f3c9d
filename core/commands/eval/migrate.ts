import { join } from 'node:path';
import { CALIBRATION_NAME } from '../../calibration/check-calibrations.ts';
import { NO_CALIBRATION } from '../../calibration/panel-weights.ts';
import { buildBoard } from '../../board/board.ts';
import { MIN_PROMPTS } from '../../board/ratings.ts';
import { advice } from '../../console/report/migration-words.ts';
import { MAX_ROWS } from '../../eval/suite/suite.ts';
import { migrationReport } from '../../terminal/migration-report.ts';
import { paintFor } from '../../terminal/paint.ts';
import { plainJson } from '../../text/plain-json.ts';
import { ArgumentError } from '../../argument-error.ts';
import { defineCommand, usageError, type Command, type CommandArguments } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { gatewayTarget, URL_HELP } from '../gateway-target.ts';
import { conductRun } from './conduct-run.ts';
import { loadRun } from './load-run.ts';
import { openMigration } from './open-migration.ts';
import { budgetOf, concurrencyOf } from './run.ts';

const DEFAULT_PROMPTS = 200;
const DEFAULT_CONCURRENCY = 4;
const MAX_SUCCESSORS = 16;
const MAX_JUDGES = 6;
const MAX_NAME = 64;

const TABLE: CommandTable = {
  command: 'assay eval migrate',
  purpose: 'before a model is shut down, compare its successors with it on your own logged prompts.',
  forms: [{ words: ['OLD'], inline: '--to MODEL[,MODEL]... [options]' }],
  notes: `It takes the newest different prompts of your account's log that OLD has answered, asks OLD and each successor again, and
has judges compare each successor with OLD. It reports how often each one wins, what changes in cost and latency, what
fails, and gives one sentence of advice. System prompts, histories, settings and schemas are sent as they were logged.`,
  options: {
    to: { value: 'LIST', says: `up to ${MAX_SUCCESSORS} successors` },
    'from-log': {
      value: 'N',
      says: `different prompts, at most; default ${DEFAULT_PROMPTS}. Advice takes ${MIN_PROMPTS} judged ones`,
    },
    judges: {
      value: 'LIST',
      says: `up to ${MAX_JUDGES} judges; default two that the gateway recommends, of different providers`,
    },
    'judge-prompt': {
      value: 'TEXT',
      says: 'what the judges are to look at; default as in each logged request',
    },
    calibration: {
      value: 'NAME',
      says: "of the gateway's calibrations the one that weighs the judges, or none to let them count alike; default as for any request",
    },
    'old-answers': {
      value: 'WHICH',
      says: 'fresh: ask OLD again; logged: compare the answers the log has. Default fresh, or logged where the gateway has no such model any more, no key for it, or its day of shutdown has come',
    },
    out: {
      value: 'FILE',
      says: 'where the run is written; default runs/migrate-<OLD>-to-<successors>.jsonl. The same command again goes on where the run stood and pays for nothing twice',
    },
    budget: { value: 'N', says: 'begin no prompt that could take the run beyond N credits' },
    concurrency: {
      value: 'N',
      says: `requests at the same time, from 1 to 64; default ${DEFAULT_CONCURRENCY}`,
    },
    yes: { says: 'do not ask before credits are spent; without a terminal nothing is asked' },
    url: { value: 'URL', says: URL_HELP },
  },
  json: 'print JSON: { old, answers, log, before, successors, recommended, advice, ... }',
  closing: `The API key is read from ASSAY_KEY; only requests of its account are looked at, and none under zero data retention. The
counts, the quote and the progress go to standard error, the report to standard output. "assay eval report FILE" shows
more of the same run. Exit codes: 0 every prompt has its answers, 3 some prompts were refused or their answers are gone,
4 the budget ended the run, 1 the run stopped, 2 the arguments are invalid, 130 stopped by Ctrl-C.`,
  examples: ['ASSAY_KEY=assay_... assay eval migrate OLD --to MODEL,OTHER --from-log 200'],
};

export const migrate: Command = defineCommand(TABLE, async (args, environment) => {
  const [old = ''] = args.positionals;
  const successors = idsIn(args, 'to', MAX_SUCCESSORS);
  if (successors === undefined) throw usageError(TABLE, args.positionals, '--to is missing');
  if (successors.includes(old)) throw new ArgumentError(`--to names ${old}, which is the model to leave`);
  const name = nameOf(old, successors);
  const terms = {
    name,
    old,
    successors,
    judges: idsIn(args, 'judges', MAX_JUDGES),
    criteria: args.text('judge-prompt'),
    calibration: calibrationOf(args),
    wanted: wantedOf(args),
    answers: answersOf(args),
  };
  const address = gatewayTarget(args, environment);
  return conductRun({
    address,
    concurrency: concurrencyOf(args) ?? DEFAULT_CONCURRENCY,
    out: args.text('out') ?? join('runs', `${name}.jsonl`),
    isDefaultOut: args.text('out') === undefined,
    budget: budgetOf(args),
    mayAsk: !args.flag('yes'),
    json: args.json,
    isDumb: environment['TERM'] === 'dumb',
    open: (opening) => openMigration(terms, address, opening),
    print: (path) => printMigration(path, args.json),
  });
});

/** @returns undefined where the option is not given. @throws ArgumentError where an ID is missing or stands twice, or there are too many. */
function idsIn(args: CommandArguments, option: string, most: number): readonly string[] | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  const ids = text.split(',').map((id) => id.trim());
  if (ids.some((id) => id === '') || ids.length > most || new Set(ids).size < ids.length)
    throw new ArgumentError(
      `--${option} takes 1 to ${most} different model IDs with commas between them; "assay models" lists them`,
    );
  return ids;
}

function wantedOf(args: CommandArguments): number {
  const text = args.text('from-log') ?? String(DEFAULT_PROMPTS);
  if (!/^[1-9]\d{0,5}$/.test(text) || Number(text) > MAX_ROWS)
    throw new ArgumentError(`--from-log takes a whole number from 1 to ${MAX_ROWS}`);
  return Number(text);
}

function calibrationOf(args: CommandArguments): string | undefined {
  const name = args.text('calibration');
  if (name === undefined || name === NO_CALIBRATION || CALIBRATION_NAME.test(name)) return name;
  throw new ArgumentError(`--calibration takes the name of a calibration, or ${NO_CALIBRATION}`);
}

function answersOf(args: CommandArguments): 'fresh' | 'logged' | undefined {
  const text = args.text('old-answers');
  if (text === undefined || text === 'fresh' || text === 'logged') return text;
  throw new ArgumentError('--old-answers takes fresh or logged');
}

/** As a suite's name is written. */
function nameOf(old: string, successors: readonly string[]): string {
  return `migrate-${old}-to-${successors.join('-')}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .slice(0, MAX_NAME);
}

async function printMigration(path: string, json: boolean): Promise<void> {
  const board = buildBoard(await loadRun(path));
  const { migration, prompts, judgeIds, creditsUsed, costUsd } = board;
  if (migration === null) throw new Error(`${path} is not the file of a migration`);
  const { stdout } = process;
  if (json) {
    const told = { ...migration, advice: advice(migration), prompts, judges: judgeIds, creditsUsed, costUsd };
    stdout.write(`${plainJson({ ...told, file: path }, 2)}\n`);
  } else {
    stdout.write(migrationReport(board, paintFor(stdout)));
    stdout.write(
      `\n${prompts.open === 0 ? 'The run' : 'The prompts that have ended'} cost ${creditsUsed.toFixed(2)} credits. The run is in ${path}. "assay eval report ${path} --html report.html" makes a page of it.\n`,
    );
  }
}
