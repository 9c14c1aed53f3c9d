import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '../../app.ts';
import { MICRO_CREDITS_PER_CREDIT } from '../../billing/amounts.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { shippedFolder } from '../../config/shipped-folder.ts';
import { openLedger, type LedgerAddress } from '../../ledger/open-ledger.ts';
import { createLog } from '../../log.ts';
import { createApiKey } from '../../stores/api-key.ts';
import { SANDBOX_PROVIDERS } from '../contract.ts';
import { sandboxEnvironment } from '../environment.ts';
import { startSandboxUpstream, type SandboxUpstream } from '../upstream.ts';
import { demoReply } from './demo-answers.ts';

export const MANIFESTS = shippedFolder('manifests');
const ACCOUNT = 'demo';
const CREDITS = 10_000;

/** Everything the demo needs, running in this process: providers, gateway, an account with a key. */
export interface DemoWorld {
  readonly upstream: SandboxUpstream;
  readonly url: string;
  /** Of /metrics, /healthz and /readyz. */
  readonly operationsUrl: string;
  readonly key: string;
  /** Of the database; gone after `stop`. */
  readonly folder: string;
  /** Rejects if the gateway's ledger fails; otherwise it stays pending. */
  readonly failed: Promise<never>;
  /** Drains and ends the gateway, then removes every trace. */
  stop(): Promise<void>;
}

export interface DemoPorts {
  readonly port: number;
  readonly metricsPort: number;
}

/**
 * @param say hears what has started, a line each.
 * @throws Error if any part cannot start; what had started is stopped and removed first.
 */
export async function startDemoWorld(ports: DemoPorts, say: (line: string) => void): Promise<DemoWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-demo-'));
  const upstream = await startSandboxUpstream({ latency: 'plausible', reply: demoReply });
  say(`sandbox  stands in for ${SANDBOX_PROVIDERS.length} providers`);
  const removeAll = async (): Promise<void> => {
    await upstream.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const environment = demoEnvironment(upstream, folder, ports);
    const config = loadConfig(environment);
    const key = await createKey(config.database);
    say(`account  ${ACCOUNT}, ${CREDITS} credits, in ${folder}`);
    const failure = Promise.withResolvers<never>();
    // Nobody may be waiting for it.
    failure.promise.catch(() => {});
    const log = createLog(config.logLevel);
    const gateway = await startGateway({ config, environment, log, onFatal: failure.reject });
    return {
      upstream,
      url: `http://127.0.0.1:${gateway.port}`,
      operationsUrl: `http://127.0.0.1:${gateway.metricsPort}`,
      key,
      folder,
      failed: failure.promise,
      async stop() {
        await gateway.stop();
        await removeAll();
      },
    };
  } catch (cause) {
    await removeAll();
    throw cause;
  }
}

/** From scratch: nothing of this process's own environment, and so no real provider key, reaches the gateway. */
function demoEnvironment(
  upstream: SandboxUpstream,
  folder: string,
  { port, metricsPort }: DemoPorts,
): Environment {
  return {
    ...sandboxEnvironment(upstream),
    ASSAY_DATABASE_URL: `file:${join(folder, 'assay.db')}`,
    ASSAY_CACHE: join(folder, 'cache'),
    ASSAY_MANIFESTS: MANIFESTS,
    ASSAY_PANELS: shippedFolder('panels'),
    // There are none in it.
    ASSAY_CALIBRATIONS: folder,
    ASSAY_PORT: String(port),
    ASSAY_METRICS_PORT: String(metricsPort),
    ASSAY_LOG_LEVEL: 'silent',
  };
}

/** Of a new account. */
async function createKey(database: LedgerAddress): Promise<string> {
  const ledger = await openLedger(database, { recover: false });
  try {
    await ledger.createAccount(ACCOUNT, CREDITS * MICRO_CREDITS_PER_CREDIT);
    const { key, prefix, hash } = createApiKey();
    await ledger.createKey({ accountName: ACCOUNT, prefix, hash });
    return key;
  } finally {
    await ledger.close();
  }
}
