import type { AuditNote } from '../administration/audit.ts';
import type { Operation, OperationOf, OperationResult } from '../ledger-operation.ts';
import { type BudgetScope, changedBudgets, endedBudgets } from './budgets.ts';
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
  // The same batch may set budgets of the new key, which does not exist yet.
  const isRotation = operation.kind === 'rotateKey';
  if (!isRotation && !('settings' in operation)) return [];
  const scope = scopeChangedBy(state, operation);
  const changes = isRotation ? { day: 0, month: 0 } : (operation.settings.budgets ?? {});
  return scope === undefined ? [] : changedBudgets(scope, changes, nowMs);
}

/** Finds the owner of the budgets that an operation may set. */
function scopeChangedBy(
  state: LedgerState,
  operation: OperationOf<'rotateKey' | 'changeKey' | 'changeAccount'>,
): BudgetScope | undefined {
  if (operation.kind !== 'changeAccount') return state.keyWithPrefix(operation.prefix);
  const account = state.accountNamed(operation.accountName);
  return account && { account_id: account.id, family_id: 0 };
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
    const entry = auditEntry(operation.audit, result, context.nowMs);
    if (entry !== undefined) state.tables.audit_entry.insert(entry);
    return result;
  });
}

/** Makes the row of an operation's note; undefined if the operation changed nothing. */
function auditEntry(
  note: AuditNote | undefined,
  result: OperationResult,
  nowMs: number,
): RowOf<'audit_entry'> | undefined {
  if (note === undefined || !hasChanged(result)) return undefined;
  const { changeId, via, name, origin, action, subject, detail } = note;
  return { change_id: changeId, at_ms: nowMs, via, actor: name, origin, action, subject, detail };
}

function hasChanged(result: OperationResult): boolean {
  if ('refusal' in result || result.value === false) return false;
  const { value } = result;
  return !(typeof value === 'object' && value !== null && 'isRepeated' in value);
}
