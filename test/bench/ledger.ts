import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createApiKey } from '../../core/stores/api-key.ts';
import { findPostgres, temporaryDatabase } from '../ledger/postgres/temporary-database.ts';
import { SANDBOX_PROVIDERS } from '../sandbox/contract.ts';
import { SANDBOX_KEYS } from '../sandbox/environment.ts';
import { createUnlimitedAccount } from '../support/gateways/unlimited-account.ts';
import type { Load } from './ledger/load.ts';

const CLIENTS = 32;
const ROUNDS = 5;
const ROUND_MS = 3_000;
/** Opens connections and warms the code. */
const WARM_UP_MS = 2_000;

/** A gateway in a process of its own, with the key its clients send. */
interface Subject {
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly rates: number[];
  stop(): Promise<void>;
}

interface SubjectOptions {
  readonly name: string;
  readonly upstreamUrl: string;
  /** Undefined for the gateway whose ledger is off. */
  readonly databaseUrl: string | undefined;
}

/** Durable requests a second through the HTTP door, as a part of what the same gateway serves with its ledger off. */
export async function ledgerBench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const administrator = await findPostgres();
  const database = administrator === undefined ? undefined : await temporaryDatabase(administrator);
  const upstream = start('./attachments/drain-upstream.ts');
  const load = start('./ledger/load.ts');
  const subjects: Subject[] = [];
  try {
    const upstreamUrl = `http://127.0.0.1:${await printedPort(upstream)}`;
    const add = async (name: string, databaseUrl: string | undefined): Promise<void> => {
      subjects.push(await startSubject({ name, upstreamUrl, databaseUrl }));
    };
    await add('off', undefined);
    await add('SQLite', `file:${join(folder, 'assay.db')}`);
    if (database === undefined) console.log('  no PostgreSQL answers on this machine: left out');
    else await add('PostgreSQL', database.url);
    await measure(subjects, load);
    report(subjects);
  } finally {
    for (const subject of subjects) await subject.stop();
    for (const child of [load, upstream]) child.kill('SIGKILL');
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In turns, so that whatever else the machine does meets all of them. */
async function measure(subjects: readonly Subject[], load: ChildProcess): Promise<void> {
  for (const subject of subjects) await postTo(subject, load, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const subject of subjects) subject.rates.push(await postTo(subject, load, ROUND_MS));
}

async function postTo({ url, key }: Subject, load: ChildProcess, durationMs: number): Promise<number> {
  const answer = once(load, 'message') as Promise<[number | null]>;
  load.send({ url, key, clients: CLIENTS, durationMs } satisfies Load);
  const [perSecond] = await answer;
  if (perSecond === null) throw new Error('A gateway did not answer every request with 200.');
  return perSecond;
}

function report([off, ...others]: readonly Subject[]): void {
  console.log(
    `  ${CLIENTS} clients, one model; requests a second as a part of the same gateway's with its ledger off, ` +
      `${ROUNDS} rounds in turns`,
  );
  for (const { name, rates } of others) {
    const ratios = rates
      .map((rate, round) => rate / (off?.rates[round] ?? Number.NaN))
      .toSorted((a, b) => a - b);
    const shown = (ratio: number | undefined): string => (ratio ?? Number.NaN).toFixed(2);
    console.log(
      `  ${name.padEnd(10)}  minimum ${shown(ratios[0])}  median ${shown(ratios[Math.floor(ROUNDS / 2)])}  maximum ${shown(ratios.at(-1))}`,
    );
  }
}

async function startSubject({ name, upstreamUrl, databaseUrl }: SubjectOptions): Promise<Subject> {
  const baseUrls = SANDBOX_PROVIDERS.map((provider) => [
    `ASSAY_BASE_URL_${provider.toUpperCase()}`,
    `${upstreamUrl}/${provider}`,
  ]);
  const environment = {
    ...SANDBOX_KEYS,
    ...Object.fromEntries(baseUrls),
    ASSAY_PORT: '0',
    ASSAY_METRICS_PORT: '0',
    ASSAY_LOG_LEVEL: 'warn',
    ...(databaseUrl !== undefined && { ASSAY_DATABASE_URL: databaseUrl }),
  };
  const child = start('./ledger/gateway.ts', databaseUrl === undefined ? ['off'] : [], environment);
  const [port] = (await once(child, 'message')) as [number];
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    key: databaseUrl === undefined ? createApiKey().key : await createUnlimitedAccount(databaseUrl),
    rates: [],
    async stop() {
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
}

function start(
  file: string,
  words: readonly string[] = [],
  environment: Readonly<Record<string, string | undefined>> = {},
): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), words, {
    env: { PATH: process.env['PATH'], ...environment },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

async function printedPort({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error('the upstream has no output to read');
  for await (const line of createInterface(stdout))
    return (JSON.parse(line) as { readonly port: number }).port;
  throw new Error('the upstream ended before it listened');
}
