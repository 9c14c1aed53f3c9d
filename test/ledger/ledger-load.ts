// Run as a process of its own: `node ledger-load.ts <database>`. It opens the ledger as a gateway does and spends until it
// is killed, printing a line for every change once the ledger has said that it is durable.
import { randomUUID } from 'node:crypto';
import { openSqliteLedger } from '../../core/ledger/sqlite/sqlite-ledger.ts';
import { reservation, settlement } from '../contract/ledgers/samples.ts';

const CONCURRENT = 32;
const HOLD = 100;

const ledger = await openSqliteLedger({ path: process.argv[2] ?? '', recover: true });
process.stdout.write(`opened ${ledger.voidedRequests}\n`);
const [account] = await ledger.listAccounts();
if (account === undefined) throw new Error('The database has no account to spend from.');
const accountId = account.id;

async function spend(): Promise<void> {
  for (let turn = 0; turn < 1_000_000; turn += 1) {
    const requestId = randomUUID();
    const charge = turn % (HOLD + 1);
    await ledger.reserve(reservation(requestId, { accountId, holdMicroCredits: HOLD }));
    process.stdout.write(`reserved ${requestId}\n`);
    // Of five requests three settle, one is voided, one is left open as if its models were still answering.
    if (turn % 5 === 4) continue;
    if (turn % 5 === 3) {
      await ledger.void(requestId);
      process.stdout.write(`voided ${requestId}\n`);
    } else {
      await ledger.settle(settlement(requestId, { chargeMicroCredits: charge }));
      process.stdout.write(`settled ${requestId} ${charge}\n`);
    }
  }
}

await Promise.all(Array.from({ length: CONCURRENT }, spend));
