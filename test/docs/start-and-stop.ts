// Stands in for `npm start`: starts a gateway on free ports and its own ledger, and stops it once it is ready.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startGatewayProcess } from '../support/gateways/run-gateway.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-reader-'));
const inherited = Object.entries(process.env).map(([name, value]) => [name, value ?? '']);
const environment: Readonly<Record<string, string>> = {
  ...Object.fromEntries(inherited),
  ASSAY_PORT: '0',
  ASSAY_METRICS_PORT: '0',
  // The ports are read from the log.
  ASSAY_LOG_LEVEL: 'info',
  ASSAY_DATABASE_URL: `file:${join(folder, 'assay.db')}`,
};
const words = process.argv.slice(2);
try {
  const gateway = await startGatewayProcess(environment, words, { checkout: process.cwd() });
  const { code } = await gateway.stop();
  process.exitCode = code ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
