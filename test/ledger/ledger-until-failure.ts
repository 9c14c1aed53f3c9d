// Run as a process of its own, with a limit on the size of files: `node ledger-until-failure.ts <database>`. It writes
// until the disk fails under it and prints what the ledger said, as one line of JSON.
import { randomUUID } from 'node:crypto';
import { LedgerError } from '../../core/ledger/ledger-error.ts';
import { openSqliteLedger } from '../../core/ledger/sqlite/sqlite-ledger.ts';
import { sampleHold, settlement, texts } from '../contract/ledgers/samples.ts';

const fatal: string[] = [];
const ledger = await openSqliteLedger({
  path: process.argv[2] ?? '',
  recover: true,
  onFatal: (error) => fatal.push(error.code),
});
const account = await ledger.createAccount('spender', 1_000_000);
const text = 'a'.repeat(20_000);

async function spendOnce(): Promise<string> {
  const requestId = randomUUID();
  try {
    await ledger.hold(sampleHold(requestId, { accountId: account.id }));
    await ledger.settle(settlement(requestId, { chargeMicroCredits: 1 }));
    await ledger.keepTexts(texts(requestId, text, '{}'));
    return 'settled';
  } catch (error) {
    return error instanceof LedgerError ? error.code : String(error);
  }
}

const outcomes = new Map<string, number>();
for (let round = 0; round < 100 && fatal.length === 0; round += 1) {
  for (const outcome of await Promise.all(Array.from({ length: 8 }, spendOnce))) {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
}
const after = await spendOnce();
await ledger.close();
process.stdout.write(JSON.stringify({ outcomes: Object.fromEntries(outcomes), fatal, after }));
