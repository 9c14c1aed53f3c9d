import { createPool } from '../../../core/ledger/postgres/connection.ts';
import { recoverAtStart } from '../../../core/ledger/postgres/lease.ts';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { temporaryDatabase } from '../postgres/temporary-database.ts';
import { describeBudgetClock } from './describe-budget-clock.ts';

await describePostgres('The PostgreSQL ledger by a moved clock', (administrator) => {
  describeBudgetClock('The PostgreSQL ledger', async () => {
    const database = await temporaryDatabase(administrator);
    const { url } = database;
    const ledger = await openPostgresLedger({ url, recover: true });
    const clock = 'SELECT at_ms FROM assay.moved_clock';
    await database.run('CREATE TABLE moved_clock AS SELECT now_ms() AS at_ms');
    await database.run(
      `CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS '${clock}'`,
    );
    return {
      setClock: async (atMs) => {
        await database.run(`UPDATE moved_clock SET at_ms = ${atMs}`);
      },
      newAccount: async (name, microCredits, budgets) => {
        await ledger.createAccount(name, microCredits);
        return await ledger.changeAccount(name, { budgets });
      },
      setBudgets: async (name, budgets) => {
        await ledger.changeAccount(name, { budgets });
      },
      reserve: (wanted) => ledger.reserve(wanted),
      settle: (settlement) => ledger.settle(settlement),
      settleAll: async (settlements) => {
        // The first is a batch alone, and the others are the next one.
        await Promise.all(settlements.map((settlement) => ledger.settle(settlement)));
      },
      recover: async () => {
        await database.run("UPDATE request SET owner = 'gone' WHERE state = 'reserved'");
        const pool = createPool(url, 1);
        await recoverAtStart(pool, { bootId: 'another', leaseMs: 1e15 });
        await pool.end();
      },
      read: (sql) => database.run(sql),
      check: () => ledger.check(),
      close: async () => {
        await ledger.close();
        await database.drop();
      },
    };
  });
});
