import { randomUUID } from 'node:crypto';
import { Keyv } from 'keyv';
import { MICRO_CREDITS_PER_CREDIT } from './billing/amounts.ts';
import type { Ledger } from './billing/ledger.ts';
import { openLedger } from './billing/open-ledger.ts';
import {
  baseUrlOverride,
  readCredentials,
  refuseUnknownBaseUrls,
  regionOf,
  type Config,
  type Environment,
} from './config.ts';
import type { Provider } from './contract.ts';
import { createApi } from './http/create-api.ts';
import { createOperations } from './http/create-operations.ts';
import { drain, listen, portOf } from './http/listen.ts';
import { createRoutes } from './http/routes.ts';
import type { Logger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createUpstream, type UpstreamTarget } from './pipeline/upstream.ts';
import { loadRegistry } from './registry/load-registry.ts';
import { createRateCounters, type WindowCount } from './stores/rate-counters.ts';
import { createRecentReplies } from './stores/recent-replies.ts';
import { VERSION } from './version.ts';
import { createPool } from './workers/pool.ts';

/** Connections to the operators' listener. */
const MAX_OPERATORS = 256;

export interface Gateway {
  readonly port: number;
  readonly metricsPort: number;
  /** Stops accepting, lets requests in flight end and settle, then closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

export interface GatewayOptions {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Logger;
  /** The ledger can no longer promise durability: the process must end. */
  readonly onFatal: (error: Error) => void;
  /** Milliseconds since 1970; the system's clock where it is not given. */
  readonly now?: () => number;
  /** Kept instead of the one the configuration names, and closed with the gateway. */
  readonly ledger?: Ledger;
}

/** The composition root: builds every service, mounts the routes, listens. No logic lives here. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, environment, log, onFatal, now = Date.now } = options;
  const loaded = await loadRegistry(config.manifestsPath);
  const { registry } = loaded;
  refuseUnknownBaseUrls(
    environment,
    registry.providers.map(({ id }) => id),
  );
  const pool = createPool({ threads: config.poolThreads, maxQueue: config.poolQueue });
  const metrics = createMetrics({ version: VERSION, queuedTasks: () => pool.queued() });
  metrics.setBuild(registry.hash);
  const upstream = createUpstream(
    registry.providers.map((provider) => targetOf(provider, environment)),
    () => new Date(),
  );
  const ledger = options.ledger ?? (await openBooks(config, metrics, onFatal));
  const recentReplies = createRecentReplies(now);
  const routes = createRoutes({
    ...config,
    current: () => loaded,
    ledger,
    upstream,
    pool,
    metrics,
    counters: createRateCounters(new Keyv<WindowCount>(), Date.now),
    recentReplies,
    microCreditsPerUsd: config.creditsPerUsd * MICRO_CREDITS_PER_CREDIT,
    newId: randomUUID,
    random: Math.random,
  });
  let draining = false;
  const detail = { registry: registry.hash, models: registry.entries.length };
  const operationsApp = createOperations({ metrics, readiness: () => ({ ready: !draining, detail }) });
  const operations = await listen(operationsApp, {
    host: config.host,
    port: config.metricsPort,
    maxConnections: MAX_OPERATORS,
  });
  const api = await listen(createApi(routes, { log, metrics }), config);

  const stop = async (): Promise<void> => {
    draining = true;
    await drain(api);
    recentReplies.clear();
    await Promise.all([upstream.close(), pool.close()]);
    await ledger.close();
    await drain(operations);
  };
  let stopped: Promise<void> | undefined;
  return { port: portOf(api), metricsPort: portOf(operations), stop: () => (stopped ??= stop()) };
}

function openBooks(config: Config, metrics: Metrics, onFatal: (error: Error) => void): Promise<Ledger> {
  return openLedger(config.database, {
    recover: true,
    onFatal,
    onCommit({ durationMs, operations }) {
      metrics.ledgerCommitSeconds.observe(durationMs / 1_000);
      metrics.ledgerCommitOperations.observe(operations);
    },
  });
}

function targetOf(provider: Provider, environment: Environment): UpstreamTarget {
  const region = provider.auth.scheme === 'sigv4' ? regionOf(environment, provider.auth) : '';
  return {
    provider,
    baseUrl:
      baseUrlOverride(environment, provider.id) ?? provider.baseUrl.replaceAll('{region}', () => region),
    credentials: readCredentials(environment, provider.auth),
  };
}
