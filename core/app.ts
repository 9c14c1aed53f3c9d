import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { creditsFromMicroCredits, MICRO_CREDITS_PER_CREDIT } from './billing/amounts.ts';
import { pruneHourly } from './ledger/answers/prune-hourly.ts';
import type { LedgerAdmin } from './ledger/administration/ledger-admin.ts';
import type { Ledger, Recovery } from './ledger/ledger.ts';
import { openLedger } from './ledger/open-ledger.ts';
import type { LedgerOptions } from './ledger/ledger-queues.ts';
import type { Config, Environment } from './config.ts';
import { keyFolders, readKeyFiles, withFileKeys } from './config/key-files.ts';
import { MemoryBudget } from './stores/account-shares.ts';
import { hearReloads } from './administration/hear-reloads.ts';
import { describeOperatorsModel } from './administration/models.ts';
import { auditReloads, type AuditedReloads } from './http/administration/audited-reloads.ts';
import { createAdministration } from './http/administration/create-administration.ts';
import { HEARTBEAT_MS } from './http/answer/event-answer.ts';
import { createApi } from './http/create-api.ts';
import { listenToOperators, type OperatorsView, type Readiness } from './http/operators/create-operations.ts';
import { listen } from './http/server/listen.ts';
import { createRoutes } from './http/routes/routes.ts';
import { describeError, type Logger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createRegistrySource, readFacts, type RegistrySource } from './registry/find-registry.ts';
import { openSnapshot, type RegistrySnapshot } from './reload/open-snapshot.ts';
import { logStartFacts } from './reload/log-start.ts';
import { createReload } from './reload/reload.ts';
import type { ReloadFor } from './reload/reload-on-notice.ts';
import { RegistrySnapshots } from './reload/registry-snapshots.ts';
import { createProcessCounters, type RateCounters } from './stores/rate-counters.ts';
import { createRecentReplies } from './stores/recent-replies.ts';
import { createMeteredOutputs } from './pipeline/metered-outputs.ts';
import { GatewayAnswers } from './pipeline/running/answer-gateways.ts';
import { PeerGateways } from './pipeline/running/peer-gateways.ts';
import { GatewayCalls } from './pipeline/running/gateway-calls.ts';
import { RunningRequests } from './pipeline/request-context.ts';
import { openTracing } from './tracing/open-tracing.ts';
import { StopSource } from './upstream/stop-signal.ts';
import { VERSION } from './version.ts';
import { whenIdle } from './when-idle.ts';
import { WebhookDeliverer, type DelivererServices } from './webhooks/deliverer.ts';
import { createWebhookSender } from './webhooks/send-webhook.ts';
import { WEBHOOK_TIMES, type WebhookTimes } from './webhooks/webhook-times.ts';
import { createPool, type PoolLimits, type WorkerPool } from './workers/pool.ts';

export interface Gateway {
  readonly port: number;
  /** The operators' port. */
  readonly metricsPort: number;
  /** Loads the present manifests, or refuses all of them. The audit log has an entry for each reload. */
  readonly reload: ReloadFor;
  /** The folders of the key files. */
  readonly keyFolders: readonly string[];
  /**
   * Lets clients switch to another gateway, stops accepting, waits until requests in flight have ended and settled, and
   * closes everything. Safe to call twice.
   */
  stop(): Promise<void>;
}

export interface GatewayOptions {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Logger;
  /** Called when the ledger can no longer guarantee durability. The process must then end. */
  readonly onFatal: (error: Error) => void;
  /** A monotonic clock for data in memory, in milliseconds; the system's own by default. */
  readonly now?: () => number;
  /** The clock by which models retire, in Unix milliseconds; the system's own by default. */
  readonly unixMs?: () => number;
  /** How long a client may read nothing of its pending answer, in milliseconds; 30 s by default. */
  readonly stallTimeoutMs?: number;
  /** The time between comments of event streams, in milliseconds; 15 s by default. */
  readonly heartbeatMs?: number;
  /** Replaces the usual times. */
  readonly webhookTimes?: WebhookTimes;
  /** Replaces the usual limits, by kind of task. */
  readonly taskLimits?: PoolLimits;
  /** Replaces the ledger that the configuration names. It is closed with the gateway. */
  readonly ledger?: Ledger & LedgerAdmin;
}

/** With a clock that can be set back, data could stay in memory for a day instead of minutes. */
const monotonicMs = (): number => performance.now();

/** The composition root: it builds every service, mounts the routes and listens. It contains no other logic. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, environment, log, now = monotonicMs } = options;
  const source = createRegistrySource(config);
  const first = await openFirst(environment, source);
  const pool = startPool(options);
  const metrics = createMetrics({
    version: VERSION,
    queuedTasks: () => pool.queued(),
    heldMicroCredits: () => running.heldMicroCredits,
    providers: () => snapshots.providerStates(),
    shutdowns: () => snapshots.modelShutdowns(),
  });
  const snapshots = new RegistrySnapshots(first, environment, metrics);
  const reload = createReload({ source, environment, target: snapshots, metrics, log });
  let unwritable: string | undefined;
  const ledger = await openBooks(options, metrics, (reason) => {
    unwritable = reason;
    logWriteState(reason, log);
  });
  // A ledger without its secret is refused before a request needs it.
  const ledgerSecret = await ledger.secret();
  const webhooks = openWebhooks({ ledger, pool, metrics, log, now }, options);
  const counters = await openCounters(config, metrics, log);
  const recentReplies = createRecentReplies(now);
  const meteredOutputs = createMeteredOutputs(ledger);
  const tracing = await openTracing(environment);
  const [running, stopping] = [new RunningRequests(), new StopSource()];
  const answers = new GatewayAnswers(running, recentReplies);
  pruneHourly(ledger, stopping);
  const routes = createRoutes({
    ...config,
    current: snapshots.current,
    withSnapshot: snapshots.withSnapshot,
    ledger,
    ledgerSecret,
    pool,
    metrics,
    log,
    counters,
    bodies: new MemoryBudget(config.maxBodiesBytes),
    replies: new MemoryBudget(config.maxAnswerBytes),
    recentReplies,
    running,
    gateways: reachGateways(ledger, answers),
    stopping,
    meteredOutputs,
    tracing,
    microCreditsPerUsd: config.creditsPerUsd * MICRO_CREDITS_PER_CREDIT,
    // IDs are ordered by time, so the ledger's indexes grow at their ends and a commit writes few pages.
    newId: randomUUIDv7,
    unixMs: options.unixMs ?? Date.now,
    random: Math.random,
    heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
  });
  let status: Readiness['status'] = 'starting';
  const readiness = (): Readiness => {
    const { hash, registry } = snapshots.current();
    const detail = { registry: hash, models: registry.entries.length, reload: reload.last() };
    if (status !== 'ready' || unwritable === undefined) return { status, detail };
    return { status: 'unavailable', detail: { ...detail, reason: unwritable } };
  };
  const reloads = auditReloads(reload.run, { ledger, log });
  const view = operatorsView({ ledger, reloads, snapshots, metrics, readiness }, options);
  const listenOptions = { ...config, stallTimeoutMs: options.stallTimeoutMs };
  const operations = await listenToOperators(view, listenOptions);
  const api = await listen(createApi(routes, { log, metrics }), listenOptions);
  if (ledger.mail !== undefined) hearReloads(ledger.mail, { ...config, port: operations.port }, reloads.by);
  status = 'ready';
  webhooks.start();
  logStartFacts(config, environment, first, log);
  const stop = async (): Promise<void> => {
    status = 'draining';
    api.drain.announce();
    await wait(config.drainDelayMs);
    // Clients that follow a request of another gateway continue at another gateway.
    stopping.stop();
    await api.drain.finish();
    await running.idle();
    await answers.finish();
    recentReplies.clear();
    meteredOutputs.close();
    await webhooks.stop();
    await Promise.all([snapshots.close(), pool.close(), counters.close()]);
    await Promise.all([ledger.close(), tracing?.close()]);
    await operations.drain.finish();
  };
  let stopped: Promise<void> | undefined;
  return {
    port: api.port,
    metricsPort: operations.port,
    reload: reloads.forCause,
    keyFolders: keyFolders(environment, first.registry.providers),
    stop: () => (stopped ??= stop()),
  };
}

function startPool({ config, log, taskLimits = {} }: GatewayOptions): WorkerPool {
  const pool = createPool({
    threads: config.poolThreads,
    maxQueue: config.poolQueue,
    limits: taskLimits,
    onThreadLost: (cause) =>
      log.warn(
        { error: describeError(cause) },
        'lost a thread for bodies, schemas or replies; another starts when it is needed',
      ),
  });
  // Deferred, because it takes an eighth of the processor time of a start.
  whenIdle(() => pool.startStandingThread());
  return pool;
}

/** Opens the first registry. @throws Error if manifests, keys or addresses cannot be used. */
async function openFirst(environment: Environment, source: RegistrySource): Promise<RegistrySnapshot> {
  const location = await source.find();
  const keys = await readKeyFiles(environment, (await readFacts(location)).providers);
  return await openSnapshot(location, environment, keys);
}

/** The services of the operators' port, among them the administration API of the gateway's own ledger. */
function operatorsView(
  services: {
    readonly ledger: LedgerAdmin;
    readonly reloads: AuditedReloads;
    readonly snapshots: RegistrySnapshots;
    readonly metrics: Metrics;
    readonly readiness: OperatorsView['readiness'];
  },
  { environment, log, config: { creditsPerUsd } }: GatewayOptions,
): OperatorsView {
  const { ledger, readiness, metrics, reloads } = services;
  const administration = createAdministration({
    ledger,
    log,
    reload: reloads.by,
    creditsPerUsd,
    async models() {
      const { registry, keys } = services.snapshots.current();
      const withKeys = withFileKeys(environment, keys);
      const models = registry.entries.map((entry) => describeOperatorsModel(entry, withKeys));
      return { models, switchedOff: registry.switchedOff };
    },
  });
  return { readiness, register: metrics.register, reload: reloads.forUser, administration };
}

/** @returns undefined if the ledger can have only one gateway. */
function reachGateways({ mail }: Ledger, answers: GatewayAnswers): PeerGateways | undefined {
  if (mail === undefined) return undefined;
  return new PeerGateways(new GatewayCalls(mail, (question) => answers.answer(question)));
}

function logWriteState(reason: string | undefined, log: Logger): void {
  if (reason === undefined) log.info('the ledger can be written again: requests are run');
  else log.error({ reason }, 'the ledger cannot be written: until it can, requests are answered 503');
}

function logRecovery(ended: Recovery, log: Logger): void {
  log.info(
    {
      requestsVoided: ended.voidedRequests,
      requestsCharged: ended.chargedRequests,
      creditsGivenBack: creditsFromMicroCredits(ended.givenBackMicroCredits),
      creditsCharged: creditsFromMicroCredits(ended.chargedMicroCredits),
    },
    'requests that a dead gateway left open are ended',
  );
}

async function openBooks(
  { config, ledger, onFatal, log }: GatewayOptions,
  metrics: Metrics,
  onWriteStateChange: LedgerOptions['onWriteStateChange'],
): Promise<Ledger & LedgerAdmin> {
  if (ledger !== undefined) return ledger;
  return await openLedger(config.database, {
    onWriteStateChange,
    onFatal,
    recover: true,
    maxTextBytes: config.maxLogBytesPerAccount,
    maxCacheBytes: config.maxCacheBytesPerAccount,
    commitSeconds: metrics.ledgerCommitSeconds,
    commitOperations: metrics.ledgerCommitOperations,
    onRecovered: (ended) => logRecovery(ended, log),
    onTextsLost: (reason, texts) => metrics.textsLost.inc({ reason }, texts),
  });
}

function openWebhooks(
  services: Pick<DelivererServices, 'ledger' | 'pool' | 'metrics' | 'log' | 'now'>,
  { webhookTimes: times = WEBHOOK_TIMES }: GatewayOptions,
): WebhookDeliverer {
  const sender = createWebhookSender(times.timeoutMs);
  return new WebhookDeliverer({ ...services, sender, times });
}

async function openCounters(config: Config, metrics: Metrics, log: Logger): Promise<RateCounters> {
  metrics.rateCountersUp.set(1);
  if (config.counters.kind === 'process') return createProcessCounters(Date.now);
  const meanwhile = config.countersWhenDown === 'open' ? 'pass uncounted' : 'are answered 503';
  // Imported only here, because its client is a fifth of the modules of a start.
  const { openRedisCounters } = await import('./stores/redis-counters.ts');
  return openRedisCounters({
    url: config.counters.url,
    // Each connection may have one request to count and an earlier one to end.
    maxPending: 2 * config.maxConnections,
    onDown(reason) {
      metrics.rateCountersUp.set(0);
      log.error(
        { reason },
        `the rate counters cannot be reached: until they are back, requests ${meanwhile}`,
      );
    },
    onUp() {
      metrics.rateCountersUp.set(1);
      log.info('the rate counters are back');
    },
  });
}
