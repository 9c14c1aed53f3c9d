// Run as a process of its own: `node watching-gateway.ts <database> <lease in milliseconds>`. A gateway that does nothing
// but look after the others; it ends with its input and prints how many requests it voided.
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';

const [, , url = '', leaseMs = ''] = process.argv;
let voided = 0;
const ledger = await openPostgresLedger({
  url,
  recover: true,
  leaseMs: Number(leaseMs),
  onRecovered: ({ voidedRequests }) => void (voided += voidedRequests),
});
process.stdout.write('opened\n');
process.stdin.resume().on('end', () => {
  void ledger.close().then(() => process.stdout.write(`voided ${voided}\n`));
});
