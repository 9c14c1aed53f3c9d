import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { startGateway, type Gateway } from './app.ts';
import { runPrimary } from './cluster/primary.ts';
import { answerPrimary, outlivePrimary, receiveKeys, sayFarewell } from './cluster/worker.ts';
import { loadConfig, type Config, type Environment } from './config.ts';
import type { FileKeys } from './config/key-files.ts';
import { endOnSignals } from './end-on-signals.ts';
import { createLog, describeError, type Logger } from './log.ts';
import type { FoundRegistry } from './registry/find-registry.ts';
import { reloadWhenTold } from './reload/reload-when-told.ts';
import type { StartArguments } from './entry/start-arguments.ts';

/** Runs the gateway, or ends the process with what stops it. */
export async function start(args: StartArguments, environment: Environment): Promise<void> {
  try {
    await run(args, environment);
  } catch (error) {
    // What stops a start is for the operator to mend: its message says what to do, a stack would bury it.
    process.stderr.write(`assay: ${error instanceof Error ? error.message : 'the start failed'}\n`);
    process.exit(1);
  }
}

async function run({ workers, watches, found }: StartArguments, environment: Environment): Promise<void> {
  const config = loadConfig(environment);
  const log = createLog(config.logLevel);
  const surroundings = { config, environment, log };
  if (cluster.isWorker)
    return runWorker({ ...surroundings, log: log.child({ worker: cluster.worker?.id }) }, found);
  const folders = [config.manifestsPath, config.calibrationsPath, config.panelsPath].filter((folder) =>
    existsSync(folder),
  );
  const onReloadable = reloadWhenTold({ folders, watches, log });
  if (workers > 1) return runPrimary({ config, environment, log, workers, onReloadable });
  const { reload, keyFolders } = await runAlone(surroundings);
  onReloadable(reload, keyFolders);
}

interface Surroundings {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Logger;
}

async function runAlone(surroundings: Surroundings): Promise<Gateway> {
  const { config, log } = surroundings;
  const gateway = await open({ ...surroundings, answersOperators: true });
  const { port, metricsPort } = gateway;
  log.info({ host: config.host, port, metricsPort }, 'listening');
  const stop = async (): Promise<number> => {
    await gateway.stop();
    return 0;
  };
  endOnSignals({ signals: ['SIGTERM', 'SIGINT'], log, stop, timeoutMs: endingMs(config) });
  return gateway;
}

async function runWorker(surroundings: Surroundings, found: FoundRegistry | undefined): Promise<void> {
  const { config, log } = surroundings;
  // Ctrl-C reaches every process of a terminal; the primary passes it on. It also reloads them all together.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  const keys = await receiveKeys();
  const gateway = await open({ ...surroundings, answersOperators: false, found, keys });
  const stop = async (): Promise<number> => {
    await gateway.stop();
    await sayFarewell(gateway);
    return 0;
  };
  const end = endOnSignals({ signals: ['SIGTERM'], log, stop, timeoutMs: endingMs(config) });
  outlivePrimary(() => void end());
  answerPrimary(gateway);
}

interface OpenOptions extends Surroundings {
  readonly keys?: FileKeys;
  readonly answersOperators: boolean;
  readonly found?: FoundRegistry | undefined;
}

async function open(options: OpenOptions): Promise<Gateway> {
  const onFatal = (error: Error): void => {
    options.log.fatal({ error: describeError(error) }, 'the ledger has failed: stopping');
    process.exit(1);
  };
  // To compile it takes a tenth of a second, in which a gateway that runs would answer nobody.
  if (options.config.mcp) await import('./http/mcp/serve-request.ts');
  return startGateway({ ...options, onFatal });
}

function endingMs({ drainDelayMs, drainTimeoutMs }: Config): number {
  return drainDelayMs + drainTimeoutMs;
}
