import { DatabaseSync } from 'node:sqlite';
import type { Account, ReserveResult } from '../../../core/ledger/ledger.ts';
import type { Operation } from '../../../core/ledger/ledger-operation.ts';
import { createSqliteTables } from '../../../core/ledger/sqlite/schema.ts';
import { checkLedger, SqliteWriter } from '../../../core/ledger/sqlite/writer.ts';
import { describeBudgetClock } from './describe-budget-clock.ts';

describeBudgetClock('The SQLite ledger', async () => {
  const database = new DatabaseSync(':memory:');
  createSqliteTables(database);
  let clockMs = 0;
  const writerOf = (owner: string): SqliteWriter =>
    new SqliteWriter(database, { owner, nowMs: () => clockMs, maxTextBytes: 1_000, maxCacheBytes: 1_000 });
  const writer = writerOf('this');
  const write = async (...operations: readonly Operation[]): Promise<unknown> => {
    const results = await writer.write(operations);
    return results.map((result) => {
      if ('refusal' in result) throw new Error(result.refusal.message);
      return result.value;
    })[0];
  };
  return {
    setClock: async (atMs) => {
      clockMs = atMs;
    },
    newAccount: async (name, microCredits, budgets) =>
      (await write(
        { kind: 'createAccount', name, microCredits },
        { kind: 'changeAccount', accountName: name, settings: { budgets } },
      )) as Account,
    setBudgets: async (accountName, budgets) => {
      await write({ kind: 'changeAccount', accountName, settings: { budgets } });
    },
    reserve: async (wanted) => (await write({ kind: 'reserve', ...wanted })) as ReserveResult,
    settle: async (ended) => {
      await write({ kind: 'settle', ...ended });
    },
    settleAll: async (settlements) => {
      await write(...settlements.map((ended): Operation => ({ kind: 'settle', ...ended })));
    },
    recover: async () => {
      await writerOf('another').recover();
    },
    read: async (sql) => database.prepare(sql).all(),
    check: async () => await checkLedger(database),
    close: async () => database.close(),
  };
});
