#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startGateway, type Gateway } from './app.ts';
import { loadConfig, VARIABLES } from './config.ts';
import { createLog, describeError } from './log.ts';

const HELP = `Start the Assay gateway.

  node core/main.ts [--help]

It is configured by environment variables alone:

${VARIABLES.map(({ name, fallback, meaning }) => `  ${name.padEnd(28)} ${meaning} Default: ${fallback}`).join('\n')}
  ${'ASSAY_BASE_URL_<PROVIDER>'.padEnd(28)} Replaces that provider's base URL whole.

and by each provider's key, under the name its manifest gives ("assay models" lists what is configured).

Example: ASSAY_PORT=8090 ASSAY_LOG_LEVEL=warn npm start
`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help === true) process.stdout.write(HELP);
  else await run();
} catch (error) {
  // What stops a start is for the operator to mend: its message says what to do, a stack would bury it.
  process.stderr.write(`assay: ${error instanceof Error ? error.message : 'the start failed'}\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  const onFatal = (error: Error): void => {
    log.fatal({ error: describeError(error) }, 'the ledger has failed: stopping');
    process.exit(1);
  };
  const gateway = await startGateway({ config, environment: process.env, log, onFatal });
  log.info({ port: gateway.port, metricsPort: gateway.metricsPort }, 'listening');
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop(gateway, config.drainTimeoutMs));

  async function stop(running: Gateway, drainTimeoutMs: number): Promise<void> {
    log.info('draining');
    // What has not ended by then stays held and is given back at the next start.
    setTimeout(() => process.exit(1), drainTimeoutMs).unref();
    await running.stop();
    log.info('stopped');
    process.exit(0);
  }
}
