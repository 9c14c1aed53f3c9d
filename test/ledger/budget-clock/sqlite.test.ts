import { DatabaseSync } from 'node:sqlite';
import type { Account, ReserveResult } from '../../../core/ledger/ledger.ts';
import type { OperationResult } from '../../../core/ledger/ledger-operation.ts';
import { AccountOperations } from '../../../core/ledger/sqlite/account-operations.ts';
import { checkLedger } from '../../../core/ledger/sqlite/check.ts';
import { recoverLedger } from '../../../core/ledger/sqlite/recovery.ts';
import { RequestOperations } from '../../../core/ledger/sqlite/request-operations.ts';
import { prepareSchema } from '../../../core/ledger/sqlite/schema.ts';
import { describeBudgetClock } from './describe-budget-clock.ts';

function valueOf(result: OperationResult): unknown {
  if ('refusal' in result) throw new Error(result.refusal.message);
  return result.value;
}

describeBudgetClock('The SQLite ledger', async () => {
  const database = new DatabaseSync(':memory:');
  prepareSchema(database);
  let clockMs = 0;
  const nowMs = (): number => clockMs;
  const requests = new RequestOperations(database, { bootId: 'this', nowMs });
  const accounts = new AccountOperations(database, nowMs);
  return {
    setClock: async (atMs) => {
      clockMs = atMs;
    },
    newAccount: async (name, microCredits, budgets) => {
      valueOf(accounts.create({ kind: 'createAccount', name, microCredits }));
      return valueOf(
        accounts.change({ kind: 'changeAccount', accountName: name, settings: { budgets } }),
      ) as Account;
    },
    setBudgets: async (accountName, budgets) => {
      valueOf(accounts.change({ kind: 'changeAccount', accountName, settings: { budgets } }));
    },
    reserve: async (wanted) => valueOf(requests.reserve({ kind: 'reserve', ...wanted })) as ReserveResult,
    settle: async (ended) => {
      valueOf(requests.settle({ kind: 'settle', ...ended }));
    },
    settleAll: async (settlements) => {
      for (const ended of settlements) valueOf(requests.settle({ kind: 'settle', ...ended }));
    },
    recover: async () => {
      recoverLedger(database, { bootId: 'another', nowMs: clockMs });
    },
    read: async (sql) => database.prepare(sql).all(),
    check: async () => checkLedger(database),
    close: async () => database.close(),
  };
});
