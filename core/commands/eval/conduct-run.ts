import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { buildBoard } from '../../console/board/board.js';
import type { RunHead } from '../../console/board/read-run.js';
import { counted } from '../../console/report/board-words.js';
import { createGatewayClient, type GatewayClient } from '../../eval/run/gateway-client.ts';
import { CLOCK, Pace } from '../../eval/run/pace.ts';
import { RunStopped } from '../../eval/run/persist.ts';
import { quoteRows, type RowsQuote } from '../../eval/run/quote-rows.ts';
import { rowBody } from '../../eval/run/row-body.ts';
import { openRunFile, type RunFile } from '../../eval/run/run-file.ts';
import { runRows } from '../../eval/run/run-rows.ts';
import type { LoadedSuite, Row, Suite } from '../../eval/suite/suite.ts';
import { boardReport } from '../../terminal/board-report.ts';
import { paintFor } from '../../terminal/paint.ts';
import { createProgressLine } from '../../terminal/progress-line.ts';
import { plainJson } from '../../text/plain-json.ts';
import { gatewayRefusal } from '../gateway-failure.ts';
import type { GatewayTarget } from '../gateway-target.ts';
import { isConfirmed } from '../is-confirmed.ts';
import { loadRun } from './load-run.ts';

export interface ConductedRun extends LoadedSuite {
  readonly address: GatewayTarget;
  /** Path of the run's file. */
  readonly out: string;
  /** Credits; undefined for no limit. */
  readonly budget: number | undefined;
  /** Whether a person at a terminal may be asked before credits are spent. */
  readonly mayAsk: boolean;
  readonly json: boolean;
  /** Whether the terminal cannot move its cursor. */
  readonly isDumb: boolean;
  /** @throws Error naming a model the gateway does not have. */
  readonly checkModels: (modelIds: readonly string[]) => void;
  /** Prints what came of it, in place of the board's report. */
  readonly print?: (path: string) => Promise<void>;
}

const SOME_MISSING = 3;
const OVER_BUDGET = 4;
const INTERRUPTED = 130;

/** Runs a suite as far as it goes, then reports. @returns the exit code. @throws Error for a person at the terminal. */
export async function conductRun(run: ConductedRun): Promise<number> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await conduct(run, interrupted.signal);
  } catch (error) {
    if (interrupted.signal.aborted) {
      say(
        `assay eval: stopped. What was sent runs on at the gateway; the same command with --out ${run.out} goes on.`,
      );
      return INTERRUPTED;
    }
    throw failureOf(error, run);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function conduct(run: ConductedRun, signal: AbortSignal): Promise<number> {
  const { suite, rows, concurrency, out, budget, address } = run;
  const client = createGatewayClient({ ...address, signal });
  const persistence = { pace: new Pace(concurrency, CLOCK), clock: CLOCK, signal };
  const models = await client.models();
  run.checkModels(models.map(({ id }) => id));
  for (const note of run.notes) say(note);
  const digest = digestOf(suite, rows);
  const file = await openRunFile(out, () => headOf(suite, rows, digest));
  try {
    checkSame(file.head, suite, { digest, out });
    const open = rows.filter(({ id }) => !file.ended.has(id));
    if (open.length === 0)
      say(`Every prompt in ${out} has its answers. Nothing was sent; use another --out to run again.`);
    else {
      const quote = await quoteRows(suite, open, { ...persistence, client });
      say(quoteText(run, { quote, open: open.length, spent: file.creditsUsed }));
      if (run.mayAsk && !(await isConfirmed(signal))) return 0;
    }
    const left = open.length === 0 ? 0 : await work(run, { file, client, signal });
    if (left > 0)
      say(
        `The budget of ${String(budget)} credits leaves ${counted(left, 'prompt')} open. The same command with a higher --budget goes on.`,
      );
    await file.close();
    await (run.print ?? ((path) => printBoard(path, run.json)))(out);
    if (left > 0) return OVER_BUDGET;
    return (await loadRun(out)).missing.length > 0 ? SOME_MISSING : 0;
  } finally {
    await file.close().catch(() => {});
  }
}

interface Working {
  readonly file: RunFile;
  readonly client: GatewayClient;
  readonly signal: AbortSignal;
}

/** @returns how many rows the budget left out. */
async function work(run: ConductedRun, { file, client, signal }: Working): Promise<number> {
  const { stderr } = process;
  // A program that reads JSON wants no lines from us, unless a person is watching it.
  const stream = run.json && !stderr.isTTY ? { write: () => true } : stderr;
  const line = createProgressLine({
    stream,
    inPlace: stderr.isTTY && !run.isDumb,
    paint: paintFor(stderr),
    now: () => performance.now(),
  });
  try {
    const { left } = await runRows({ ...run, file, client, signal, progress: line.show });
    return left;
  } finally {
    line.close();
  }
}

async function printBoard(path: string, json: boolean): Promise<void> {
  const board = buildBoard(await loadRun(path));
  const { stdout } = process;
  if (json) stdout.write(`${plainJson(board, 2)}\n`);
  else {
    stdout.write(boardReport(board, paintFor(stdout)));
    stdout.write(
      `\nThe run is in ${path}. "assay eval report ${path} --html report.html" makes a page of it.\n`,
    );
  }
}

function headOf(suite: Suite, rows: readonly Row[], digest: string): RunHead {
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
function digestOf(suite: Suite, rows: readonly Row[]): string {
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

function quoteText(
  { suite, budget }: ConductedRun,
  { quote, open, spent }: { readonly quote: RowsQuote; readonly open: number; readonly spent: number },
): string {
  const { expected, held, answers, judgeRuns } = quote;
  const judging = judgeRuns === 0 ? '' : ` and ${counted(judgeRuns, 'judge run')}`;
  const before = spent === 0 ? '' : ` ${spent.toFixed(2)} credits are already spent.`;
  const limit = budget === undefined ? '' : ` The budget is ${budget} credits.`;
  return (
    `${suite.name}: ${counted(open, 'prompt')} to send, ${counted(answers, 'answer')}${judging}. ` +
    `Expected: ${expected.toFixed(2)} credits, hardly more than ${held.toFixed(2)}.${before}${limit}`
  );
}

function failureOf(error: unknown, { address, out }: ConductedRun): unknown {
  if (error instanceof RunStopped)
    return new Error(`${error.message}. The same command with --out ${out} goes on where the run stood.`, {
      cause: error,
    });
  return gatewayRefusal(error, address.url) ?? error;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
