import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { ableModels } from '../../client/able-models.ts';
import { chooseJudges } from '../../client/choose-judges.ts';
import { MIN_PROMPTS } from '../../board/ratings.ts';
import type { PromptLine, RunHead, Suite } from '../../board/run-lines.ts';
import { askThenCompare } from '../../eval/migrate/ask-then-compare.ts';
import { carryTuning } from '../../eval/migrate/carry-tuning.ts';
import { stopWhenSilent } from '../../eval/migrate/stop-when-silent.ts';
import { logSummary, readLog } from '../../eval/migrate/read-log.ts';
import { rowOfLogged } from '../../eval/migrate/row-of-logged.ts';
import { askOnce } from '../../eval/run/ask-once.ts';
import { createGatewayClient } from '../../eval/run/gateway-client.ts';
import { beginLineFile } from '../../eval/run/line-file.ts';
import { openRunFile, type RunFile } from '../../eval/run/run-file.ts';
import type { Row } from '../../eval/suite/suite.ts';
import type { ModelDescription } from '../../generated/models-response.ts';
import type { GatewayTarget } from '../../client/call-gateway.ts';
import { checkUsable, isUsable, unknownModel } from '../client/check-usable.ts';
import type { OpenRun, RunOpening } from './conduct-run.ts';
import { digestOf, headOf } from './open-suite-run.ts';
import { formatCount } from '../../client/figures.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

export interface MigrationOptions {
  readonly name: string;
  /** The model to leave. */
  readonly oldModel: string;
  readonly successors: readonly string[];
  /** Undefined for two that the gateway recommends. */
  readonly judges: readonly string[] | undefined;
  /** The judges' criteria; undefined for those of each logged request. */
  readonly criteria: string | undefined;
  /** Name of the calibration that weighs the judges, or `none`; undefined for the gateway's choice. */
  readonly calibration: string | undefined;
  /** Different prompts of the log, at most. */
  readonly maxPrompts: number;
  /** Whether the old model is asked again; undefined asks it again if the gateway can. */
  readonly answers: 'fresh' | 'logged' | undefined;
}

/**
 * Begins a migration with the prompts the log has now, or goes on with one, whose prompts are in its file.
 * @throws Error if the gateway lacks a model, the log has no prompt, or the file was begun otherwise.
 */
export async function openMigration(
  options: MigrationOptions,
  address: GatewayTarget,
  opening: RunOpening,
): Promise<OpenRun> {
  const { out, signal } = opening;
  const file = (await resumeFile(options, out)) ?? (await beginFile(options, opening));
  const { suite, migration } = file.head;
  const rows = file.prompts.map(rowOf);
  const notes = notesOf(options, file.head);
  if (migration?.answers === 'logged') {
    const comparing = createGatewayClient({ ...address, signal, path: '/compare' });
    return { suite, rows, notes, file, runner: askThenCompare(suite, comparing) };
  }
  const silenceError = (failures: readonly string[]): Error =>
    new Error(
      `${options.oldModel} answered none of the first ${formatCount(failures.length, 'prompt')} (${[...new Set(failures)].join(', ')}), so nothing can be compared with it. ` +
        'If it is gone, compare its logged answers: --old-answers logged with another --out. Else the same command goes on.',
    );
  return { suite, rows, notes, file, runner: stopWhenSilent(askOnce(suite), { place: 0, silenceError }) };
}

/** @returns undefined if there is no run to resume. @throws Error if the file has other options. */
async function resumeFile(options: MigrationOptions, out: string): Promise<RunFile | undefined> {
  const stats = await stat(out).catch(() => undefined);
  if (stats === undefined || stats.size === 0) return undefined;
  const file = await openMigrationFile(out);
  const changes = changesOf(file.head, options);
  const isDamaged = digestOf(file.head.suite, file.prompts.map(rowOf)) !== file.head.prompts.digest;
  if (changes.length === 0 && !isDamaged) return file;
  await file.close();
  // Nothing was spent on it, so that other terms may replace it.
  if (file.head.migration !== undefined && file.sent.size === 0 && file.ended.size === 0) return undefined;
  const reason =
    file.head.migration === undefined
      ? 'is the run of a suite'
      : isDamaged && changes.length === 0
        ? 'is damaged'
        : `was begun otherwise; changed since: ${changes.join(', ')}`;
  throw new Error(`${out} ${reason}. Use another --out${changes.length > 0 ? ', or undo the change' : ''}.`);
}

function openMigrationFile(out: string): Promise<RunFile> {
  return openRunFile(out, () => {
    throw new Error(`${out} is not the file of a migration. Give --out another path.`);
  });
}

/** The options that differ from those in the file. */
function changesOf({ suite, migration }: RunHead, options: MigrationOptions): readonly string[] {
  if (migration === undefined) return [];
  const { oldModel, successors, judges, criteria, calibration, maxPrompts, answers } = options;
  const [baseline, ...others] = suite.models;
  return [
    ...(baseline === oldModel ? [] : ['the model to leave']),
    ...(isDeepStrictEqual(others, successors) ? [] : ['--to']),
    ...(judges === undefined || isDeepStrictEqual(suite.judges, judges) ? [] : ['--judges']),
    ...(suite.judge_prompt === criteria ? [] : ['--judge-prompt']),
    ...(suite.calibration === calibration ? [] : ['--calibration']),
    ...(migration.log.wanted === maxPrompts ? [] : ['--from-log']),
    ...(answers === undefined || migration.answers === answers ? [] : ['--old-answers']),
  ];
}

async function beginFile(
  options: MigrationOptions,
  { client, out, ...persistence }: RunOpening,
): Promise<RunFile> {
  const { oldModel, successors, maxPrompts, criteria, calibration, name } = options;
  const { models } = await client.models();
  const today = new Date().toISOString().slice(0, 10);
  const judges = options.judges ?? chooseJudges(ableModels(models, today), [oldModel, ...successors]);
  if (judges.length === 0)
    throw new Error(
      'The gateway has no recommended judge that is none of these models. Name some with --judges.',
    );
  for (const id of [...successors, ...judges]) checkUsable(id, models, today);
  const answers = options.answers ?? (isUsable(oldModel, models, today) ? 'fresh' : 'logged');
  const { prompts, counts } = await readLog({ client, modelId: oldModel, maxPrompts, ...persistence });
  if (prompts.length === 0) throw noPrompts(oldModel, models, logSummary(oldModel, counts));
  const suite: Suite = omitUndefined({
    name,
    models: [oldModel, ...successors],
    judges,
    judge_prompt: criteria,
    calibration,
    baseline: oldModel,
  });
  const carry = carryTuning(oldModel, answers === 'logged' ? successors : suite.models, models);
  const rows = prompts.map((prompt) => rowOfLogged(prompt, { carry, keepsAnswer: answers === 'logged' }));
  const head: RunHead = {
    ...headOf(suite, rows, digestOf(suite, rows)),
    migration: { answers, log: counts },
  };
  await beginLineFile(out, [head, ...rows.map(lineOf)]);
  return openMigrationFile(out);
}

function noPrompts(oldModel: string, models: readonly ModelDescription[], words: readonly string[]): Error {
  const isKnown = models.some(({ id }) => id === oldModel);
  return isKnown
    ? new Error(`The log of this account has no prompt to send again. ${words.join(' ')}`)
    : unknownModel(oldModel, models);
}

/** For people, before anything is sent. */
function notesOf(
  options: MigrationOptions,
  { suite, migration, startedAt, prompts: { count } }: RunHead,
): readonly string[] {
  if (migration === undefined) return [];
  const { oldModel, judges } = options;
  return [
    ...logSummary(oldModel, migration.log),
    `These are the prompts of ${startedAt.slice(0, 16).replace('T', ' ')} UTC.`,
    ...(count < MIN_PROMPTS
      ? [`${formatCount(count, 'prompt')} cannot decide anything: it takes ${MIN_PROMPTS} judged ones.`]
      : []),
    ...(migration.answers === 'logged'
      ? [
          `${oldModel} is not asked again: its logged answers are compared, with what they cost and took then.`,
        ]
      : []),
    ...(judges === undefined ? [`Judges: ${suite.judges.join(' and ')}; --judges names others.`] : []),
  ];
}

function lineOf({ id, tags: _tags, ...rest }: Row): PromptLine {
  return { type: 'prompt', row: id, ...rest };
}

function rowOf({ type: _type, row, ...rest }: PromptLine): Row {
  return { id: row, tags: [], ...rest };
}
