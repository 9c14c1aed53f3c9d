import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RunHead } from '../../console/board/read-run.js';
import { askOnce } from '../../eval/run/ask-once.ts';
import { rowBody } from '../../eval/run/row-body.ts';
import { openRunFile } from '../../eval/run/run-file.ts';
import type { ReadSuite } from '../../eval/suite/read-suite.ts';
import type { Row, Suite } from '../../eval/suite/suite.ts';
import type { OpenRun, RunOpening } from './conduct-run.ts';

/** Begins the run of a suite, or goes on with it. @throws Error if the gateway lacks a model, or the file is of another suite. */
export async function openSuiteRun(
  { suite, rows, notes, checkModels }: ReadSuite,
  { client, out }: RunOpening,
): Promise<OpenRun> {
  const models = await client.models();
  checkModels(models.map(({ id }) => id));
  const digest = digestOf(suite, rows);
  const file = await openRunFile(out, () => headOf(suite, rows, digest));
  try {
    checkSame(file.head, suite, { digest, out });
  } catch (error) {
    await file.close();
    throw error;
  }
  return { suite, rows, notes, file, asking: askOnce(suite) };
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

/** @throws Error if the file is of another suite: its rows could not be compared with those that are still open. */
function checkSame(
  head: RunHead,
  suite: Suite,
  { digest, out }: { readonly digest: string; readonly out: string },
): void {
  if (head.prompts.digest === digest) return;
  const [before, now] = [new Map(Object.entries(head.suite)), new Map(Object.entries(suite))];
  const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
    (field) => field !== 'name' && !isDeepStrictEqual(before.get(field), now.get(field)),
  );
  const what = changed.length === 0 ? 'prompts' : changed.join(', ');
  throw new Error(
    `${out} was begun with another suite; changed since: ${what}. Use another --out, or undo the change.`,
  );
}
