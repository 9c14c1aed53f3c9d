import { createHash, randomUUID } from 'node:crypto';
import { join, parse } from 'node:path';
import type { RunHead, Suite } from '../../board/run-lines.ts';
import { askOnce } from '../../eval/run/ask-once.ts';
import { rowBody } from '../../eval/run/row-body.ts';
import { openRunFile } from '../../eval/run/run-file.ts';
import type { ReadSuite } from '../../eval/suite/read-suite.ts';
import type { Row } from '../../eval/suite/suite.ts';
import type { OpenRun, RunOpening } from './conduct-run.ts';
import { promptsChange, suiteChanges } from './suite-changes.ts';

type SuiteRows = Pick<ReadSuite, 'suite' | 'rows'>;

/** Begins the run of a suite, or goes on with it. @throws Error if the gateway lacks a model, or the file is of another suite. */
export async function openSuiteRun(
  { suite, rows, checkModels }: ReadSuite,
  { client, out }: RunOpening,
): Promise<OpenRun> {
  const models = await client.models();
  checkModels(models.map(({ id }) => id));
  const digest = digestOf(suite, rows);
  const file = await openRunFile(out, () => headOf(suite, rows, digest));
  const { head } = file;
  const asking = askOnce(suite);
  if (head.experiment !== undefined) {
    await file.close();
    throw new Error(`${out} is the run of an experiment: use another --out, or "assay eval experiment"`);
  }
  if (head.prompts.digest === digest) return { suite, rows, file, asking };
  if (isGrown(head, suite, rows)) {
    const grown: RunHead = { ...head, prompts: { count: rows.length, digest } };
    return { suite, rows, file, asking, begin: () => file.append(grown) };
  }
  await file.close();
  throw changedSince(head, { suite, rows }, out);
}

/** @param digest as `digestOf`. */
export function headOf(suite: Suite, rows: readonly Row[], digest: string): RunHead {
  return {
    type: 'run',
    version: 1,
    run: randomUUID(),
    name: suite.name,
    startedAt: new Date().toISOString(),
    suite,
    prompts: { count: rows.length, digest },
  };
}

/** Of everything that is sent. */
export function digestOf(suite: Suite, rows: readonly Row[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${JSON.stringify([row.id, row.tags, rowBody(suite, row)])}\n`);
  return hash.digest('hex');
}

/** Whether the suite is the run's, with prompts added behind its own. */
function isGrown({ prompts, suite: before }: RunHead, suite: Suite, rows: readonly Row[]): boolean {
  return (
    suiteChanges(before, suite).length === 0 &&
    rows.length > prompts.count &&
    digestOf(suite, rows.slice(0, prompts.count)) === prompts.digest
  );
}

/** Its rows could not be compared with those that are still open. */
function changedSince({ suite: before, prompts }: RunHead, { suite, rows }: SuiteRows, out: string): Error {
  const changes = suiteChanges(before, suite);
  const isSamePrompts =
    rows.length >= prompts.count && digestOf(before, rows.slice(0, prompts.count)) === prompts.digest;
  const what = isSamePrompts ? changes : [...changes, promptsChange(prompts.count, rows.length)];
  return new Error(
    `${out} was begun with another suite; changed since: ${what.join('; ')}. Answers to two suites cannot be compared, ` +
      `so use another file, which asks everything anew: --out ${otherPath(out)}. ` +
      'Or undo the change: the same file goes on only with prompts added at the end, and another concurrency.',
  );
}

/** A path that suggests itself; the person may choose any other. */
function otherPath(out: string): string {
  const { dir, name, ext } = parse(out);
  const number = /-(\d{1,4})$/.exec(name)?.[1];
  const next = number === undefined ? `${name}-2` : name.replace(/\d+$/, String(Number(number) + 1));
  return join(dir, `${next}${ext}`);
}
