import type { AuditNote } from '../administration/audit.ts';
import type { Operation, OperationResult } from '../ledger-operation.ts';
import { type BudgetScope, currentBudgets, endedBudgets } from './budgets.ts';
import type { LedgerState } from './ledger-state.ts';
import type { BudgetToCount, Moment } from './loaded.ts';
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
  const changed = operations.map((operation) => scopeChangedBy(state, operation));
  return [
    ...endedBudgets(state, nowMs),
    ...changed.flatMap((scope) => (scope === undefined ? [] : currentBudgets(scope, nowMs))),
  ];
}

/** Finds the owner of the budgets that an operation sets; undefined if it sets none. */
function scopeChangedBy(state: LedgerState, operation: Operation): BudgetScope | undefined {
  // The same batch may set budgets of the new key, which does not exist yet.
  if (operation.kind === 'rotateKey') return state.keyWithPrefix(operation.prefix);
  if (!('settings' in operation) || Object.keys(operation.settings.budgets ?? {}).length === 0)
    return undefined;
  if (operation.kind === 'changeKey') return state.keyWithPrefix(operation.prefix);
  const account = state.accountNamed(operation.accountName);
  return account && { account_id: account.id, family_id: 0 };
}

/**
 * Decides a batch: one result for each operation, in their order. A refused operation changes nothing. Afterwards
 * `state.changes()` has the changes of the batch.
 * @throws Error if the state lacks rows that `touchedBy` or `budgetsToCount` named; the batch must not be written then.
 */
export function decide(
  state: LedgerState,
  operations: readonly Operation[],
  moment: Moment,
): readonly OperationResult[] {
  return operations.map((operation) => {
    const result = ruleOf(operation).decide(state, operation, moment);
    const entry = auditEntry(operation.audit, result, moment.nowMs);
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
