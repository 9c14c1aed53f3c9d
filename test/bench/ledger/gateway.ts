import { startGateway } from '../../../core/app.ts';
import { loadConfig } from '../../../core/config.ts';
import { createLog } from '../../../core/log.ts';

/** The gateway under test, with the ledger that its environment names. It sends its port. */
const config = loadConfig(process.env);
const gateway = await startGateway({
  config,
  environment: process.env,
  log: createLog(config.logLevel),
  onFatal(error) {
    throw error;
  },
});
process.send?.(gateway.port);
process.once('message', () => void gateway.stop().then(() => process.exit(0)));
// Nobody is left to stop it.
process.once('disconnect', () => process.exit(1));
