import { startGateway } from '../../../core/app.ts';
import { loadConfig } from '../../../core/config.ts';
import type { Ledger, LedgerAdmin } from '../../../core/ledger/ledger.ts';
import { createLog } from '../../../core/log.ts';
import { NO_LEDGER } from './no-ledger.ts';

/** The gateway under test, with the ledger its environment names, or with none at all where its argument is `off`. */
const config = loadConfig(process.env);
const gateway = await startGateway({
  config,
  environment: process.env,
  log: createLog(config.logLevel),
  onFatal(error) {
    throw error;
  },
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody asks the administration API
  ...(process.argv[2] === 'off' && { ledger: NO_LEDGER as Ledger & LedgerAdmin }),
});
process.send?.(gateway.port);
process.once('message', () => void gateway.stop().then(() => process.exit(0)));
// Nobody is left to stop it.
process.once('disconnect', () => process.exit(1));
