import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_KEYS } from '../../../core/sandbox/environment.ts';
import { createUnlimitedAccount } from '../../support/gateways/unlimited-account.ts';
import { baseUrlsAt } from '../../support/servers/provider-wires.ts';
import { startServer, type ServerProcess } from './start-process.ts';

/** The provider of the model that small requests ask. */
const SMALL_PROVIDER = 'mistral';

/** A server under test, with the key its clients send. */
export interface Subject {
  readonly server: ServerProcess;
  readonly key: string;
  stop(): Promise<void>;
}

/** Small requests have a provider of their own, so that nobody is blamed for a stand-in that is busy reading files. */
export interface Upstreams {
  readonly files: string;
  readonly small: string;
}

export type StartSubject = (upstreams: Upstreams) => Promise<Subject>;

export const startNaive: StartSubject = async ({ files, small }) => {
  const server = await startServer(new URL('./naive-gateway.ts', import.meta.url), {
    arguments: [files, small],
  });
  return { server, key: '', stop: () => server.stop() };
};

/** The gateway as an operator starts it, with a ledger of its own on disk. */
export const startAssay: StartSubject = async ({ files, small }) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const databaseUrl = `file:${join(folder, 'assay.db')}`;
  const server = await startServer(new URL('../../../core/main.ts', import.meta.url), {
    environment: {
      ...SANDBOX_KEYS,
      ...baseUrlsAt(files),
      ...baseUrlsAt(small, [SMALL_PROVIDER]),
      ASSAY_PORT: '0',
      ASSAY_METRICS_PORT: '0',
      ASSAY_DATABASE_URL: databaseUrl,
    },
  });
  const key = await createUnlimitedAccount(databaseUrl);
  return {
    server,
    key,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
