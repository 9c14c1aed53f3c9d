import { existsSync } from 'node:fs';
import { startGateway, type Gateway } from './app.ts';
import { loadConfig, type Config, type Environment } from './config.ts';
import { endOnSignals } from './entry/end-on-signals.ts';
import { readyText } from './entry/ready-text.ts';
import { createLog, describeError, type Logger } from './log.ts';
import { reloadWhenTold } from './reload/reload-on-notice.ts';
import { whenIdle } from './when-idle.ts';
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

async function run({ watches }: StartArguments, environment: Environment): Promise<void> {
  const config = loadConfig(environment);
  const log = createLog(config.logLevel);
  const folders = [config.manifestsPath, config.calibrationsPath, config.panelsPath].filter((folder) =>
    existsSync(folder),
  );
  const onReloadable = reloadWhenTold({ folders, watches, log });
  const gateway = await open(config, environment, log);
  const { port, metricsPort } = gateway;
  log.info({ host: config.host, port, metricsPort }, 'listening');
  if (process.stdout.isTTY) process.stdout.write(readyText(config, gateway));
  const stop = async (): Promise<number> => {
    await gateway.stop();
    return 0;
  };
  const timeoutMs = config.drainDelayMs + config.drainTimeoutMs;
  endOnSignals({ signals: ['SIGTERM', 'SIGINT'], log, stop, timeoutMs });
  onReloadable(gateway.reload, gateway.keyFolders);
  if (config.mcp) whenIdle(loadProtocol);
}

/** It takes a tenth of a second, and nobody's request should wait for it. One that comes before loads it. */
function loadProtocol(): void {
  // A request that needs it says why it cannot be loaded.
  import('./http/mcp/serve-request.ts').catch(() => {});
}

async function open(config: Config, environment: Environment, log: Logger): Promise<Gateway> {
  const onFatal = (error: Error): void => {
    log.fatal({ error: describeError(error) }, 'the ledger has failed: stopping');
    process.exit(1);
  };
  return startGateway({ config, environment, log, onFatal });
}
