import cluster from 'node:cluster';
import { parseArgs } from 'node:util';
import { startGateway, type Gateway } from './app.ts';
import { MOST_WORKERS, runPrimary } from './cluster/primary.ts';
import { answerPrimary, outlivePrimary, sayFarewell } from './cluster/worker.ts';
import { loadConfig, VARIABLES, type Config, type Environment } from './config.ts';
import { endOnSignals } from './end-on-signals.ts';
import { createLog, describeError, type Logger } from './log.ts';
import type { FoundRegistry } from './registry/find-registry.ts';
import { reloadWhenTold } from './reload/reload-when-told.ts';

const HELP = `Start the Assay gateway.

  node core/main.ts [--workers N] [--watch] [--help]

  --workers N                  Run N gateways as processes behind one port, 1 to ${MOST_WORKERS}. More than one needs
                               PostgreSQL, and Redis for limits that are exact. Default: 1
  --watch                      Reload the manifests whenever they change. SIGHUP and "assay reload" do it always.

It is configured by environment variables:

${VARIABLES.map(({ name, fallback, meaning }) => `  ${name.padEnd(28)} ${meaning} Default: ${fallback}`).join('\n')}
  ${'ASSAY_BASE_URL_<PROVIDER>'.padEnd(28)} Replaces that provider's base URL whole.

and by each provider's key, under the name its manifest gives ("assay models" lists what is configured).

Example: ASSAY_PORT=8090 ASSAY_LOG_LEVEL=warn npm start
Example: ASSAY_DATABASE_URL=postgres://assay@127.0.0.1/assay ASSAY_COUNTERS_URL=redis://127.0.0.1 npm start -- --workers 4
`;

/** Runs the gateway by the words of the command line, or ends the process with what stops it. */
export async function start(environment: Environment): Promise<void> {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        workers: { type: 'string', default: '1' },
        watch: { type: 'boolean', default: false },
        // A primary's word to its workers.
        ...(cluster.isWorker && { registry: { type: 'string' } }),
      },
    });
    if (values.help === true) return void process.stdout.write(HELP);
    const words = { workers: readWorkers(values.workers), watches: values.watch, found: readFound(values) };
    await run(words, environment);
  } catch (error) {
    // What stops a start is for the operator to mend: its message says what to do, a stack would bury it.
    process.stderr.write(`assay: ${error instanceof Error ? error.message : 'the start failed'}\n`);
    process.exit(1);
  }
}

function readWorkers(text: string): number {
  const workers = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (workers < 1 || workers > MOST_WORKERS)
    throw new Error(`--workers must be a whole number from 1 to ${MOST_WORKERS}, such as --workers 4`);
  return workers;
}

/** What the primary runs on, written by itself. */
function readFound({ registry }: { readonly registry?: unknown }): FoundRegistry | undefined {
  return typeof registry === 'string' ? JSON.parse(registry) : undefined;
}

interface Words {
  readonly workers: number;
  readonly watches: boolean;
  readonly found: FoundRegistry | undefined;
}

async function run({ workers, watches, found }: Words, environment: Environment): Promise<void> {
  const config = loadConfig(environment);
  const log = createLog(config.logLevel);
  const surroundings = { config, environment, log };
  if (cluster.isWorker)
    return runWorker({ ...surroundings, log: log.child({ worker: cluster.worker?.id }) }, found);
  const { manifestsPath } = config;
  const onReloadable = reloadWhenTold({ manifestsPath, watches, log });
  if (workers > 1) return runPrimary({ config, log, workers, onReloadable });
  onReloadable((await runAlone(surroundings)).reload);
}

interface Surroundings {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Logger;
}

async function runAlone(surroundings: Surroundings): Promise<Gateway> {
  const { config, log } = surroundings;
  const gateway = await open({ ...surroundings, answersOperators: true });
  log.info({ port: gateway.port, metricsPort: gateway.metricsPort }, 'listening');
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
  const gateway = await open({ ...surroundings, answersOperators: false, found });
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
  readonly answersOperators: boolean;
  readonly found?: FoundRegistry | undefined;
}

function open(options: OpenOptions): Promise<Gateway> {
  const onFatal = (error: Error): void => {
    options.log.fatal({ error: describeError(error) }, 'the ledger has failed: stopping');
    process.exit(1);
  };
  return startGateway({ ...options, onFatal });
}

function endingMs({ drainDelayMs, drainTimeoutMs }: Config): number {
  return drainDelayMs + drainTimeoutMs;
}
