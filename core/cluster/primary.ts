import cluster from 'node:cluster';
import type { Config, Environment } from '../config.ts';
import { createAdministration } from '../http/administration/create-administration.ts';
import { listenToOperators } from '../http/operators/listen-to-operators.ts';
import { keyFolders, readKeyFiles, withFileKeys } from '../config/key-files.ts';
import type { Logger } from '../log.ts';
import { endOnSignals } from '../end-on-signals.ts';
import { createRegistrySource, readFacts, type FoundRegistry } from '../registry/find-registry.ts';
import { logServing } from '../reload/log-serving.ts';
import type { OnReloadable } from '../reload/reload-when-told.ts';
import { notedReloads } from '../http/administration/noted-reloads.ts';
import { hearReloads } from '../administration/hear-reloads.ts';
import { EVERY_GATEWAY } from '../administration/reload-mail.ts';
import { openMail } from '../ledger/mail/open-mail.ts';
import { describeOperatorsModel, type OperatorsRegistry } from '../administration/models.ts';
import { BorrowedLedger } from './borrowed-ledger.ts';
import { Fleet } from './fleet.ts';

/** Beyond the workers' own time to drain, after which each ends by itself. */
const MARGIN_MS = 5_000;

export interface PrimaryOptions {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Logger;
  /** From 2 to 64. */
  readonly workers: number;
  /** Called once there is something to reload. */
  readonly onReloadable: OnReloadable;
}

/**
 * Runs so many gateways as processes behind one port, and none itself. Returns once all take requests.
 * @throws Error where the configuration is not one that gateways can share, or a worker cannot start.
 */
export async function runPrimary({
  config,
  environment,
  log,
  workers,
  onReloadable,
}: PrimaryOptions): Promise<void> {
  refuseUnshared(config, workers, log);
  const source = createRegistrySource(config);
  // Found once, so that all begin with the same, and one that takes another's place later does too.
  const found = await source.find();
  // Workers accept by themselves from one queue, which the primary only holds. Were it to hand connections out, the one
  // on its way to a worker that is killed would hang for ever, open and nobody's.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // JSON has no NaN, which is what some gauges hold before there is anything to measure.
  cluster.setupPrimary({ serialization: 'advanced' });
  const { providers, models: listed } = await readFacts(found);
  const models = listed.length;
  const keys = await readKeyFiles(environment, providers);
  const fleet = new Fleet({
    workers,
    log,
    source,
    found,
    keys,
    environment,
    models,
    onGivenUp: () => void end(1),
  });
  const books = new BorrowedLedger(config.database, log);
  const reloads = notedReloads(fleet.reload, { ledger: () => books.open(), log });
  const administration = createAdministration({
    ledger: () => books.open(),
    log,
    reload: reloads.by,
    creditsPerUsd: config.creditsPerUsd,
    models: () => describeModels(fleet.found, withFileKeys(environment, fleet.keys)),
  });
  const { readiness, exposition, prices } = fleet;
  const operators = await listenToOperators(
    { readiness, exposition, reload: reloads.forUser, prices, administration },
    config,
  );
  const mail = openMail(config.database, EVERY_GATEWAY);
  const end = endOnSignals({
    signals: ['SIGTERM', 'SIGINT'],
    log,
    async stop() {
      const isInOrder = await fleet.stop();
      await mail?.close();
      await books.close();
      return isInOrder ? 0 : 1;
    },
    timeoutMs: config.drainDelayMs + config.drainTimeoutMs + MARGIN_MS,
    onLate: () => fleet.kill(),
  });
  const port = await fleet.start();
  if (port === undefined) {
    if (fleet.isDraining) return;
    // What is wrong with the configuration or the ledger the worker itself has said.
    log.fatal('a worker ended at its start: stopping');
    return void end(1);
  }
  if (mail !== undefined)
    hearReloads(mail, { ...config, port: operators.port, processes: workers }, reloads.by);
  mail?.start();
  logServing({ config, providers, models, environment: withFileKeys(environment, keys) }, log);
  log.info({ host: config.host, port, metricsPort: operators.port, workers }, 'listening');
  onReloadable(reloads.forCause, keyFolders(environment, providers));
}

async function describeModels(found: FoundRegistry, environment: Environment): Promise<OperatorsRegistry> {
  const { models, providers, switchedOff = [] } = await readFacts(found);
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  const entries = models.flatMap((model) => {
    const provider = byId.get(model.provider);
    return provider === undefined ? [] : [describeOperatorsModel({ model, provider }, environment)];
  });
  return { models: entries, switchedOff };
}

function refuseUnshared(config: Config, workers: number, log: Logger): void {
  if (config.database.kind === 'sqlite')
    throw new Error(
      `--workers ${workers} needs a ledger that gateways can share, and a SQLite file belongs to one: set ASSAY_DATABASE_URL=postgres://USER:PASSWORD@HOST:5432/DATABASE, or leave --workers out`,
    );
  if (config.counters.kind === 'process')
    log.warn(
      { workers },
      'each worker counts for itself, so a key may send this many times its rate: set ASSAY_COUNTERS_URL=redis://HOST:6379 to count together',
    );
}
