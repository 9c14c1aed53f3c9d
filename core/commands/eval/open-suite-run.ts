import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RunHead, Suite } from '../../board/run-lines.ts';
import { askOnce } from '../../eval/run/ask-once.ts';
import { rowBody } from '../../eval/run/row-body.ts';
import { openRunFile } from '../../eval/run/run-file.ts';
import type { ReadSuite } from '../../eval/suite/read-suite.ts';
import type { Row } from '../../eval/suite/suite.ts';
import type { OpenRun, RunOpening } from './conduct-run.ts';

/**
 * Begins the run of a suite, or goes on with it.
 * @param isKept whether the requests of a new run get its label.
 * @throws Error if the gateway lacks a model, or the file is of another suite.
 */
export async function openSuiteRun(
  { suite, rows, checkModels }: ReadSuite,
  { client, out }: RunOpening,
  keepsLabel: boolean,
): Promise<OpenRun> {
  const { models } = await client.models();
  checkModels(models.map(({ id }) => id));
  const digest = digestOf(suite, rows);
  const isZeroRetention = keepsLabel && (await client.balance()).zeroDataRetention;
  const file = await openRunFile(out, () => {
    const newHead = headOf(suite, rows, digest);
    return keepsLabel && !isZeroRetention
      ? { ...newHead, label: `${suite.name} ${newHead.run.slice(0, 8)}` }
      : newHead;
  });
  const { head } = file;
  const runner = askOnce(suite, head.label);
  const notes = [...labelNotes(head, { out, keepsLabel, isZeroRetention })];
  if (head.experiment !== undefined) {
    await file.close();
    throw new Error(`${out} is the run of an experiment: use another --out, or "assay eval experiment"`);
  }
  if (head.prompts.digest === digest) return { suite, rows, notes, file, runner };
  const { count } = head.prompts;
  const isSame = digestOf(head.suite, rows.slice(0, count)) === head.prompts.digest;
  const changes = [...changedFields(head.suite, suite), ...(isSame ? [] : ['prompts'])];
  if (changes.length === 0) {
    const grownHead: RunHead = { ...head, prompts: { count: rows.length, digest } };
    return { suite, rows, notes, file, runner, begin: () => file.append(grownHead) };
  }
  await file.close();
  throw new Error(
    `${out} was begun with another suite; changed since: ${changes.join(', ')}. Answers to two suites cannot be compared. ` +
      'Undo the change, or name another file with --out, which asks everything anew. ' +
      'Only prompts added at the end, and another concurrency, go into the same run.',
  );
}

interface LabelOptions {
  readonly out: string;
  readonly keepsLabel: boolean;
  /** Whether the account is under zero data retention. */
  readonly isZeroRetention: boolean;
}

function* labelNotes(
  { label }: RunHead,
  { out, keepsLabel, isZeroRetention }: LabelOptions,
): Generator<string> {
  if (isZeroRetention)
    yield '--keep has no effect: your account is under zero data retention, so its requests keep no label.';
  else if (label !== undefined) yield `assay prompt list --label "${label}" lists the requests of this run.`;
  else if (keepsLabel)
    yield `--keep has no effect: ${out} was begun without it, so its requests have no label. Use another --out to send them with one.`;
}

function changedFields(oldSuite: Suite, newSuite: Suite): readonly string[] {
  const [oldFields, newFields] = [new Map(Object.entries(oldSuite)), new Map(Object.entries(newSuite))];
  return [...new Set([...oldFields.keys(), ...newFields.keys()])].filter(
    (field) => field !== 'name' && !isDeepStrictEqual(oldFields.get(field), newFields.get(field)),
  );
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

/** The digest of everything that is sent. */
export function digestOf(suite: Suite, rows: readonly Row[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${JSON.stringify([row.id, row.tags, rowBody(suite, row)])}\n`);
  return hash.digest('hex');
}
