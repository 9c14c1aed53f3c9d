import { existsSync } from 'node:fs';
import { startGateway } from './app.ts';
import { loadConfig, type Environment } from './config.ts';
import { endOnSignals } from './entry/end-on-signals.ts';
import { readyText } from './entry/ready-text.ts';
import { loadProtocol } from './http/mcp/load-protocol.ts';
import { createLog, describeError } from './log.ts';
import { reloadOnNotice } from './reload/reload-on-notice.ts';
import { whenIdle } from './when-idle.ts';
import type { StartArguments } from './entry/start-arguments.ts';

/** Runs the gateway, or prints the error that prevents it and exits. */
export async function start(args: StartArguments, environment: Environment): Promise<void> {
  try {
    await run(args, environment);
  } catch (error) {
    // The message tells the operator what to do. A stack would bury it.
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
  const acceptReloads = reloadOnNotice(folders, watches, log);
  const gateway = await startGateway({
    config,
    environment,
    log,
    onFatal(error) {
      log.fatal({ error: describeError(error) }, 'the ledger has failed: stopping');
      process.exit(1);
    },
  });
  const { port, metricsPort } = gateway;
  log.info({ host: config.host, port, metricsPort }, 'listening');
  if (process.stdout.isTTY) process.stdout.write(readyText(config, gateway));
  const timeoutMs = config.drainDelayMs + config.drainTimeoutMs;
  endOnSignals({ log, stop: () => gateway.stop(), timeoutMs });
  acceptReloads(gateway.reload, gateway.keyFolders);
  // No request should wait for it. One that comes earlier loads it, and one that needs it reports the error.
  if (config.mcp) whenIdle(() => void loadProtocol().catch(() => {}));
}
