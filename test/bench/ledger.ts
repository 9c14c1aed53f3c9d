import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import {
  findPostgres,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../ledger/postgres/temporary-database.ts';
import type { Answered, Load } from './ledger/load.ts';
import { startProcess, startSubject, type Subject } from './ledger/subject.ts';
import { readThreadTimes, timesBetween, totalOf } from './ledger/thread-time.ts';
import { median } from './scale/median.ts';
import { ask, printedPort } from '../support/servers/child-process.ts';

const ROUNDS = 10;
const ROUND_MS = 2_000;
const WARM_UP_MS = 3_000;
const CLIENTS = 32;
const HERE = fileURLToPath(new URL('../..', import.meta.url));

/** What is asked of each subject in each round. */
const CASES = [
  { name: 'no texts, 32 clients', account: 'none', promptCharacters: 20, clients: CLIENTS, order: {} },
  {
    name: '2 KB of texts, 32 clients',
    account: 'texts',
    promptCharacters: 2_000,
    clients: CLIENTS,
    order: {},
  },
  { name: 'no texts, one client', account: 'none', promptCharacters: 20, clients: 1, order: {} },
  {
    name: 'a provider that streams 500 tokens, 32 clients',
    account: 'none',
    promptCharacters: 20,
    clients: CLIENTS,
    order: { stream: { tokens: 500 } },
  },
] as const;

/** Of one subject in one case. */
interface Round {
  readonly medianMs: number;
  /** Processor time a request, microseconds, by thread; the database server's own among them as `postgres`. */
  readonly us: ReadonlyMap<string, number>;
}

interface Row {
  readonly subject: Subject;
  readonly name: string;
  readonly rounds: Round[];
}

/**
 * Processor time of a durable request by thread, on each database, and as a part of another checkout's.
 * @param against folder of another checkout, whose gateway takes turns with this one's.
 */
export async function ledgerBench(against: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const administrator = await findPostgres();
  if (administrator === undefined) console.log('  no PostgreSQL answers on this machine: left out');
  const databases: TemporaryDatabase[] = [];
  const upstream = startProcess(fileURLToPath(new URL('attachments/drain-upstream.ts', import.meta.url)));
  const load = startProcess(fileURLToPath(new URL('ledger/load.ts', import.meta.url)));
  const subjects: Subject[] = [];
  try {
    const upstreamUrl = `http://127.0.0.1:${await printedPort(upstream)}`;
    const checkouts = [
      { checkout: 'here', folder: HERE },
      ...(against === undefined ? [] : [{ checkout: 'there', folder: against } as const]),
    ] as const;
    for (const { checkout, folder: root } of checkouts) {
      const shared = { checkout, folder: root, upstreamUrl };
      const databaseUrl = `file:${join(folder, `${checkout}.db`)}`;
      subjects.push(await startSubject({ ...shared, database: 'SQLite', databaseUrl }));
      if (administrator === undefined) continue;
      const database = await temporaryDatabase(administrator);
      databases.push(database);
      subjects.push(await startSubject({ ...shared, database: 'PostgreSQL', databaseUrl: database.url }));
    }
    report(await measure({ subjects, databases, upstream, load }));
  } finally {
    for (const subject of subjects) await subject.stop();
    for (const child of [load, upstream]) child.kill('SIGKILL');
    for (const database of databases) await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Scene {
  readonly subjects: readonly Subject[];
  readonly databases: readonly TemporaryDatabase[];
  readonly upstream: ChildProcess;
  readonly load: ChildProcess;
}

/** In turns, so that whatever else the machine does meets all of them. */
async function measure({ subjects, databases, upstream, load }: Scene): Promise<readonly Row[]> {
  const rows: Row[] = CASES.flatMap(({ name }) => subjects.map((subject) => ({ subject, name, rounds: [] })));
  for (const warmUp of CASES) {
    await ask(upstream, warmUp.order);
    for (const subject of subjects) await post(load, subject, { ...warmUp, durationMs: WARM_UP_MS });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { subject, name, rounds } of rows) {
      const wanted = CASES.find((each) => each.name === name) ?? CASES[0];
      await ask(upstream, wanted.order);
      const servers = await serversOf(databases);
      const before = [readThreadTimes([subject.pid]), readThreadTimes(servers)] as const;
      const { requests, medianMs } = await post(load, subject, { ...wanted, durationMs: ROUND_MS });
      const us = new Map<string, number>();
      const threads = timesBetween(before[0], readThreadTimes([subject.pid]));
      for (const [thread, ns] of threads) us.set(thread, ns / 1_000 / requests);
      us.set('all threads', totalOf(threads) / 1_000 / requests);
      if (subject.database === 'PostgreSQL')
        us.set('postgres', totalOf(timesBetween(before[1], readThreadTimes(servers))) / 1_000 / requests);
      rounds.push({ medianMs, us });
    }
    process.stderr.write(`  round ${round + 1} of ${ROUNDS}\r`);
  }
  return rows;
}

async function post(
  load: ChildProcess,
  { url, keys }: Subject,
  wanted: Pick<(typeof CASES)[number], 'account' | 'promptCharacters' | 'clients'> & {
    readonly durationMs: number;
  },
): Promise<Answered> {
  const answer = once(load, 'message') as Promise<[Answered | null]>;
  const { account, promptCharacters, clients, durationMs } = wanted;
  load.send({ url, key: keys[account], promptCharacters, clients, durationMs } satisfies Load);
  const [answered] = await answer;
  if (answered === null) throw new Error('A gateway did not answer every request with 200.');
  return answered;
}

/** Process IDs of the server's sessions; those of other checkouts' databases rest meanwhile. */
async function serversOf(databases: readonly TemporaryDatabase[]): Promise<readonly number[]> {
  const pids: number[] = [];
  for (const { url } of databases) {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ readonly pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await client.end();
    pids.push(...rows.map(({ pid }) => pid));
  }
  return pids;
}

/** Threads that take less than this of a request are noise, microseconds. */
const SHOWN_FROM_US = 3;

function report(rows: readonly Row[]): void {
  console.log(`  processor time a request by thread, medians of ${ROUNDS} rounds in turns`);
  for (const { subject, name, rounds } of rows) {
    if (subject.checkout !== 'here') continue;
    const other = rows.find(
      (row) =>
        row.name === name && row.subject.database === subject.database && row.subject.checkout === 'there',
    );
    console.log(`\n  ${subject.database}, ${name}`);
    print(
      'latency at the median',
      'ms',
      rounds.map(({ medianMs }) => medianMs),
      other?.rounds.map(({ medianMs }) => medianMs),
    );
    const threads = [...new Set(rounds.flatMap(({ us }) => [...us.keys()]))].toSorted();
    for (const thread of threads) {
      const timesOf = (row: Row): readonly number[] => row.rounds.map(({ us }) => us.get(thread) ?? 0);
      const here = timesOf({ subject, name, rounds });
      if (median(here) >= SHOWN_FROM_US) print(thread, 'µs', here, other && timesOf(other));
    }
  }
}

function print(
  label: string,
  unit: string,
  here: readonly number[],
  there: readonly number[] | undefined,
): void {
  const shown = (value: number): string => value.toFixed(unit === 'ms' ? 2 : 0);
  const alone = `    ${label.padEnd(24)} ${shown(median(here)).padStart(7)} ${unit}`;
  if (there === undefined) {
    console.log(alone);
    return;
  }
  const ratios = here.map((value, round) => value / (there[round] ?? Number.NaN)).toSorted((a, b) => a - b);
  console.log(
    `${alone}  there ${shown(median(there)).padStart(7)}  ratio ${median(ratios).toFixed(2)} (${(ratios[0] ?? Number.NaN).toFixed(2)} to ${(ratios.at(-1) ?? Number.NaN).toFixed(2)})`,
  );
}
