import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SANDBOX_KEYS } from '../../../core/sandbox/environment.ts';
import { baseUrlsAt } from '../../support/servers/provider-wires.ts';

const run = promisify(execFile);

/** A gateway of one checkout on one database, in a process of its own, with the keys of two accounts. */
export interface Subject {
  readonly checkout: 'here' | 'there';
  readonly database: 'SQLite' | 'PostgreSQL';
  readonly pid: number;
  readonly url: string;
  /** Of an account whose texts are stored, and of one under zero data retention. */
  readonly keys: { readonly texts: string; readonly none: string };
  stop(): Promise<void>;
}

export interface SubjectOptions extends Pick<Subject, 'checkout' | 'database'> {
  /** Folder of the checkout. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly upstreamUrl: string;
}

/** Starts the checkout's own gateway after its own commands have made the accounts. */
export async function startSubject(options: SubjectOptions): Promise<Subject> {
  const { checkout, database, folder, databaseUrl, upstreamUrl } = options;
  const environment = {
    PATH: process.env['PATH'],
    ...SANDBOX_KEYS,
    ...baseUrlsAt(upstreamUrl),
    ASSAY_PORT: '0',
    ASSAY_METRICS_PORT: '0',
    ASSAY_LOG_LEVEL: 'warn',
    ASSAY_DATABASE_URL: databaseUrl,
  };
  const assay = async (...words: readonly string[]): Promise<string> => {
    const script = [join(folder, 'core/cli.ts'), ...words];
    return (await run(process.execPath, script, { cwd: folder, env: environment })).stdout;
  };
  const keyOf = async (account: string, retention: 'on' | 'off'): Promise<string> => {
    await assay('account', 'create', account, '--credits', '1000000000');
    const rates = ['--requests-per-minute', '1000000', '--requests-in-flight', '1000000'];
    await assay('account', 'set', account, ...rates, '--zero-data-retention', retention);
    return (JSON.parse(await assay('key', 'create', account, '--json')) as { readonly key: string }).key;
  };
  const keys = { texts: await keyOf('texts', 'off'), none: await keyOf('none', 'on') };
  const child = startProcess(join(folder, 'test/bench/ledger/gateway.ts'), {
    environment,
    cwd: folder,
    execArgv: gatewayFlags(folder),
  });
  const failed = once(child, 'exit').then(() => {
    throw new Error(`the gateway of ${folder} ended before it listened`);
  });
  const [port] = (await Promise.race([once(child, 'message'), failed])) as [number];
  return {
    checkout,
    database,
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    keys,
    async stop() {
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
}

/** The flags that a checkout starts its gateway with, from the first line of its program. */
function gatewayFlags(folder: string): readonly string[] {
  const [first = ''] = readFileSync(join(folder, 'core/main.js'), 'utf8').split('\n');
  return first.split(' ').filter((word) => word.startsWith('--'));
}

interface ProcessOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly execArgv?: readonly string[];
}

export function startProcess(
  file: string,
  { environment = { PATH: process.env['PATH'] }, cwd, execArgv = [] }: ProcessOptions = {},
): ChildProcess {
  return fork(file, [], {
    env: environment,
    execArgv: [...execArgv],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    ...(cwd !== undefined && { cwd }),
  });
}
