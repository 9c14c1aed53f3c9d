import type { AuditNote } from '../administration/audit.ts';
import type { Operation, OperationResult } from '../ledger-operation.ts';
import { changedBudgets, endedBudgets } from './budgets.ts';
import type { LedgerState } from './ledger-state.ts';
import type { BudgetToCount, BatchContext } from './loaded.ts';
import { ruleOf } from './operations.ts';
import type { RowOf } from './tables.ts';

/**
 * Finds the budgets whose figures have to be read from the requests before the batch is decided: those that it sets, and
 * those whose period has ended. Most batches have none. The figures go to `state.setCount`.
 */
export function budgetsToCount(
  state: LedgerState,
  operations: readonly Operation[],
  nowMs: number,
): readonly BudgetToCount[] {
  return [
    ...endedBudgets(state, nowMs),
    ...operations.flatMap((operation) => budgetsSetBy(state, operation, nowMs)),
  ];
}

function budgetsSetBy(state: LedgerState, operation: Operation, nowMs: number): readonly BudgetToCount[] {
  if (operation.kind === 'changeAccount') {
    const account = state.accountNamed(operation.accountName);
    const scope = account && { account_id: account.id, family_id: 0 };
    return changedBudgets(scope, nowMs, operation.settings.budgets);
  }
  if (operation.kind === 'changeKey')
    return changedBudgets(state.keyWithPrefix(operation.prefix), nowMs, operation.settings.budgets);
  // The same batch may set budgets of the new key, which does not exist yet.
  if (operation.kind === 'rotateKey')
    return changedBudgets(state.keyWithPrefix(operation.prefix), nowMs, { day: 0, month: 0 });
  return [];
}

/**
 * Decides a batch: one result for each operation, in their order. A refused operation changes nothing. Afterwards
 * `state.changes()` has the changes of the batch.
 * @throws Error if the state lacks rows that `rowsToLoadFor` or `budgetsToCount` named; the batch must not be written
 * then.
 */
export function decide(
  state: LedgerState,
  operations: readonly Operation[],
  context: BatchContext,
): readonly OperationResult[] {
  return operations.map((operation) => {
    const result = ruleOf(operation).decide(state, operation, context);
    if (operation.audit !== undefined && hasChanged(result))
      state.tables.audit_entry.insert(auditEntry(operation.audit, context.nowMs));
    return result;
  });
}

function auditEntry(note: AuditNote, nowMs: number): RowOf<'audit_entry'> {
  const { changeId, via, name, origin, action, subject, detail } = note;
  return { change_id: changeId, at_ms: nowMs, via, actor: name, origin, action, subject, detail };
}

function hasChanged(result: OperationResult): boolean {
  if ('refusal' in result || result.value === false) return false;
  const { value } = result;
  return !(typeof value === 'object' && value !== null && 'isRepeated' in value);
}
