import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerAdmin } from '../../core/ledger/administration/ledger-admin.ts';
import { openLedger } from '../../core/ledger/open-ledger.ts';
import { loadConfig } from '../../core/config.ts';
import { createKeyedAccount } from '../support/gateways/keyed-account.ts';
import { runCommand, type Finished } from '../commands/run-command.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateways/run-gateway.ts';
import type { ChildEnvironment } from '../support/gateways/run-process.ts';
import {
  startSandboxUpstream,
  type SandboxOptions,
  type SandboxUpstream,
} from '../../core/sandbox/upstream.ts';
import { sandboxEnvironment } from '../../core/sandbox/environment.ts';
import { undatedEnvironment } from '../support/gateways/undated-manifests.ts';

/** A sandbox upstream and a data folder, for gateways that run as processes of their own, and for commands. */
export interface ProcessScene {
  readonly upstream: SandboxUpstream;
  /** Holds the ledger and nothing else. */
  readonly data: string;
  /** Beside it, for whatever a test needs on disk. */
  readonly folder: string;
  readonly environment: ChildEnvironment;
  /** Its variables win over the scene's. Killed when the scene ends, if it still runs. */
  start(extra?: ChildEnvironment, words?: readonly string[], openFiles?: number): Promise<GatewayProcess>;
  /** Runs a command in this process, as `runCommand`. */
  assay(words: readonly string[], extra?: ChildEnvironment): Promise<Finished>;
  /** An account with a key. @returns the key. */
  account(name: string, credits: number): Promise<string>;
  balance(name: string): Promise<Balance>;
  stop(): Promise<void>;
}

const MICRO = 1_000_000;

/** In credits. */
export interface Balance {
  readonly credits: number;
  readonly reserved: number;
}

/** @param extra variables for every gateway and command; they win over the scene's. */
export async function startScene(
  sandbox: SandboxOptions = {},
  extra: ChildEnvironment = {},
): Promise<ProcessScene> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-process-'));
  const upstream = await startSandboxUpstream(sandbox);
  const data = join(folder, 'data');
  const starts: Promise<GatewayProcess>[] = [];
  const environment: ChildEnvironment = {
    ...providersOf(upstream),
    ASSAY_PORT: '0',
    ASSAY_METRICS_PORT: '0',
    ASSAY_DATABASE_URL: `file:${join(data, 'assay.db')}`,
    ...undatedEnvironment(),
    // To load the tools takes a tenth of a start.
    ASSAY_MCP: 'off',
    ...extra,
  };
  // In this process: two commands for each account took as long as many a test.
  const admin = async <T>(work: (ledger: LedgerAdmin) => Promise<T>): Promise<T> => {
    const ledger = await openLedger(loadConfig(environment).database, { recover: false });
    try {
      return await work(ledger);
    } finally {
      await ledger.close();
    }
  };
  return {
    upstream,
    data,
    folder,
    environment,
    start(own = {}, words = [], openFiles) {
      const started = startGatewayProcess({ ...environment, ...own }, words, { openFiles });
      starts.push(started);
      return started;
    },
    assay: (words, own = {}) => runCommand(words, { ...environment, ...own }),
    account: (name, credits) =>
      admin(async (ledger) => (await createKeyedAccount(ledger, name, Math.round(credits * MICRO))).key),
    async balance(name) {
      const account = (await admin((ledger) => ledger.listAccounts())).find(
        (account) => account.name === name,
      );
      return {
        credits: (account?.postedMicroCredits ?? Number.NaN) / MICRO,
        reserved: (account?.heldMicroCredits ?? Number.NaN) / MICRO,
      };
    },
    async stop() {
      // Also those that a test which failed has left in the middle of their start.
      const gateways = (await Promise.allSettled(starts)).flatMap((start) =>
        start.status === 'fulfilled' ? [start.value] : [],
      );
      for (const gateway of gateways) gateway.signal('SIGKILL');
      await Promise.all(gateways.map(({ exited }) => exited));
      await upstream.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function providersOf(upstream: SandboxUpstream): ChildEnvironment {
  const set = Object.entries(sandboxEnvironment(upstream)).map(([name, value]) => [name, value ?? '']);
  return Object.fromEntries(set);
}

/** Which of the texts stand in which files of a folder, read byte by byte: `file: text`. */
export async function findInFiles(folder: string, texts: readonly string[]): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  const states = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
      return texts.filter((text) => bytes.includes(text)).map((text) => `${name}: ${text}`);
    }),
  );
  return states.flat();
}
