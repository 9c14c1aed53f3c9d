import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { demoReply } from '../../core/sandbox/demo/demo-answers.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateways/run-gateway.ts';
import { loadConfig } from '../../core/config.ts';
import { openLedger } from '../../core/ledger/open-ledger.ts';
import { createKeyedAccount } from '../support/gateways/keyed-account.ts';
import manifest from '../../package.json' with { type: 'json' };
import { makeCleanCopy } from '../support/clean-copy.ts';
import { freePort } from '../support/servers/free-port.ts';
import { sandboxEnvironment } from '../../core/sandbox/environment.ts';
import { startSandboxUpstream } from '../../core/sandbox/upstream.ts';
import { ROOT, type Block } from './documents.ts';

/** A gateway in front of the sandbox, and an account whose key is in `ASSAY_KEY`. */
export interface Reader {
  /** Runs the blocks in one shell. @throws Error with the block that failed and its output. */
  type(blocks: readonly Block[]): Promise<void>;
  stop(): Promise<void>;
}

const ACCOUNT = 'reader';
const MICRO_CREDITS = 10_000_000_000;
const SHELL_LIMIT_MS = 290_000;
const SHOWN_CHARACTERS = 4_000;

/** @param checkout from `openCheckout`. The ledger, the gateway and the sandbox are the reader's own. */
export async function startReader({ folder, compiled }: Checkout): Promise<Reader> {
  const upstream = await startSandboxUpstream({ reply: demoReply });
  let gateway: GatewayProcess | undefined;
  const stop = async (): Promise<void> => {
    await gateway?.stop();
    await upstream.stop();
  };
  try {
    const environment = {
      ...(await environmentIn(folder, sandboxEnvironment(upstream))),
      NODE_COMPILE_CACHE: compiled,
    };
    const key = await makeAccount(environment);
    gateway = await startGatewayProcess(environment, [], { checkout: folder });
    const { url, operationsUrl } = gateway;
    const reader = {
      ...environment,
      ASSAY_KEY: key,
      READER_URL: url,
      READER_ASSAY: manifest.scripts.assay,
      READER_START: join(import.meta.dirname, 'start-and-stop.ts'),
    };
    return {
      type: async (blocks) => {
        const script = scriptOf(blocks)
          .replaceAll('http://127.0.0.1:8080', url)
          .replaceAll('http://127.0.0.1:9464', operationsUrl);
        await runScript(script, folder, reader);
      },
      stop,
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** A copy of the checkout for one reader after another: what one generates and compiles, the next need not. */
export interface Checkout {
  readonly folder: string;
  readonly compiled: string;
}

/** @param place an empty folder. */
export function openCheckout(place: string): Checkout {
  const { folder } = makeCleanCopy(join(place, 'checkout'));
  bringTheRest(folder);
  return { folder, compiled: join(place, 'compiled') };
}

/** Adds what a clean copy leaves out, as copies: a command must not write into the checkout. */
function bringTheRest(folder: string): void {
  const present = new Set([...readdirSync(folder), '.git', '.ci', 'test', 'data']);
  for (const name of readdirSync(ROOT)) {
    if (!present.has(name)) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  // Linked because it is large; commands only read it.
  symlinkSync(join(ROOT, 'test'), join(folder, 'test'));
}

async function environmentIn(
  folder: string,
  providers: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, string>>> {
  const set = Object.entries(providers).map(([name, value]) => [name, value ?? '']);
  return {
    ...Object.fromEntries(set),
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    npm_config_update_notifier: 'false',
    // `assay reload` finds the gateway by its port.
    ASSAY_PORT: String(await freePort()),
    ASSAY_METRICS_PORT: String(await freePort()),
    ASSAY_DATABASE_URL: `file:${join(folder, 'data', randomUUID(), 'assay.db')}`,
  };
}

/** @returns its key. */
async function makeAccount(environment: Readonly<Record<string, string>>): Promise<string> {
  const ledger = await openLedger(loadConfig(environment).database, { recover: false });
  const { key } = await createKeyedAccount(ledger, ACCOUNT, MICRO_CREDITS);
  await ledger.close();
  return key;
}

/** One script for all blocks. Its output names the block that runs. */
function scriptOf(blocks: readonly Block[]): string {
  const parts = blocks.map(({ line, text }) => `echo '--- the block in line ${line}'\n${text}\n`);
  return [`. '${join(import.meta.dirname, 'reader-shell.sh')}'`, ...parts].join('\n');
}

async function runScript(
  script: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const shell = spawn('bash', ['-c', `exec 2>&1\n${script}`], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: SHELL_LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(shell, 'close');
  if (shell.exitCode !== 0)
    throw new Error(`it ended with ${shell.exitCode ?? 'a signal'}:\n${output.slice(-SHOWN_CHARACTERS)}`);
}
