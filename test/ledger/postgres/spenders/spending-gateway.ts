// Run as a process of its own: `node spending-gateway.ts <address> <seed> <lease in ms>`. It opens the ledger as a gateway
// does and spends from the account `spender` until it is killed or its input ends, printing a line of JSON for every durable
// change and every refusal.
import { randomUUID } from 'node:crypto';
import { LedgerError } from '../../../../core/ledger/ledger-error.ts';
import type { LedgerOptions } from '../../../../core/ledger/ledger-queues.ts';
import { openPostgresLedger } from '../../../../core/ledger/postgres/postgres-ledger.ts';
import { openSqliteLedger } from '../../../../core/ledger/sqlite/sqlite-ledger.ts';
import { sampleHold, settlement } from '../../../contract/ledgers/samples.ts';
import { pseudoRandom } from '../../pseudo-random.ts';

const CONCURRENT = 8;
const MAX_HOLD = 400;
const MAX_RUN_MS = 40;

const [, , address = '', seed = '0', leaseMs = '0'] = process.argv;
const random = pseudoRandom(Number(seed));
let voided = 0;
const options: LedgerOptions = {
  recover: true,
  onRecovered: ({ voidedRequests }) => void (voided += voidedRequests),
};
const ledger = address.startsWith('postgres:')
  ? await openPostgresLedger({ ...options, url: address, leaseMs: Number(leaseMs) })
  : await openSqliteLedger({ ...options, path: address });
const spender = (await ledger.listAccounts()).find(({ name }) => name === 'spender');
if (spender === undefined) throw new Error('The database has no account to spend from.');
const accountId = spender.id;

function print(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function pause(maxMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, random() * maxMs));
}

const stopping = new AbortController();
process.stdin.on('end', () => stopping.abort());
process.stdin.resume();
print({ event: 'opened', voided });

async function spendOnce(): Promise<void> {
  const requestId = randomUUID();
  const hold = Math.floor(random() * MAX_HOLD);
  const held = await ledger.hold(sampleHold(requestId, { accountId, holdMicroCredits: hold }));
  if (held.outcome !== 'held') {
    print({ event: held.outcome, hold, ...held });
    return await pause(MAX_RUN_MS);
  }
  print({ event: 'held', requestId });
  await pause(MAX_RUN_MS);
  const charge = Math.floor(random() * random() * (hold + 1));
  if (random() < 0.2) {
    await ledger.void(requestId);
    print({ event: 'voided', requestId });
  } else {
    await ledger.settle(settlement(requestId, { chargeMicroCredits: charge }));
    print({ event: 'settled', requestId, charge });
  }
}

async function spend(): Promise<void> {
  while (!stopping.signal.aborted) {
    try {
      await spendOnce();
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      print({ event: 'error', code: error.code });
    }
  }
}

await Promise.all(Array.from({ length: CONCURRENT }, spend));
print({ event: 'stopping', voided });
await ledger.close();
