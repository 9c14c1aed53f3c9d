import type { BudgetChanges } from '../budgets/budget.ts';
import type { Operation, OperationResult } from '../ledger-operation.ts';
import { changeAccount, createAccount, suspendAccount } from './accounts.ts';
import { createAdminToken, revokeAdminToken } from './admin-tokens.ts';
import { endedBudgets, changedBudgets } from './budgets.ts';
import { adjust } from './credits.ts';
import { changeKey, createKey, revokeKey, rotateKey } from './keys.ts';
import type { LedgerState } from './ledger-state.ts';
import type { BudgetToCount, Moment } from './loaded.ts';
import { deliverRequest, recoverRequest, reserveRequest, settleRequest, voidRequest } from './requests.ts';
import type { AuditNote } from '../administration/audit.ts';
import type { RowOf } from './tables.ts';

/**
 * The budgets whose figures have to be read from the requests before the batch is decided; most batches have none. They
 * are those that it sets and those whose period has ended. Their figures go to `state.addCounts`.
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
    return account === undefined
      ? []
      : changedBudgets({ accountId: account.id, familyId: 0 }, operation.settings.budgets ?? {}, nowMs);
  }
  if (operation.kind === 'changeKey')
    return setOfKey(state, operation.prefix, { budgets: operation.settings.budgets ?? {}, nowMs });
  // Budgets of the new key may be set in the same batch, and it is not there yet.
  if (operation.kind === 'rotateKey')
    return setOfKey(state, operation.prefix, { budgets: { day: 0, month: 0 }, nowMs });
  return [];
}

function setOfKey(
  state: LedgerState,
  prefix: string,
  { budgets, nowMs }: { readonly budgets: BudgetChanges; readonly nowMs: number },
): readonly BudgetToCount[] {
  const key = state.keyWithPrefix(prefix);
  return key === undefined
    ? []
    : changedBudgets({ accountId: key.account_id, familyId: key.family_id }, budgets, nowMs);
}

/**
 * Decides a batch: one result for each operation, in their order. A refusal changes nothing of its operation. What the
 * batch changes is in `state.changes()` afterwards.
 * @throws Error where the state lacks what `touchedBy` and `budgetsToCount` say; the batch must not be written then.
 */
export function decide(
  state: LedgerState,
  operations: readonly Operation[],
  moment: Moment,
): readonly OperationResult[] {
  return operations.map((operation) => {
    const result = decideOne(state, operation, moment);
    const entry = auditEntry(operation.audit, result, moment.nowMs);
    if (entry !== undefined) state.tables.audit_entry.insert(entry);
    return result;
  });
}

function decideOne(state: LedgerState, operation: Operation, moment: Moment): OperationResult {
  switch (operation.kind) {
    case 'reserve':
      return reserveRequest(state, operation, moment);
    case 'deliver':
      return deliverRequest(state, operation, moment);
    case 'settle':
      return settleRequest(state, operation, moment);
    case 'void':
      return voidRequest(state, operation, moment);
    case 'recover':
      return recoverRequest(state, operation, moment);
    case 'createAccount':
      return createAccount(state, operation, moment);
    case 'grant':
    case 'correct':
      return adjust(state, operation, moment);
    case 'suspendAccount':
      return suspendAccount(state, operation);
    case 'changeAccount':
      return changeAccount(state, operation, moment);
    case 'createKey':
      return createKey(state, operation, moment);
    case 'changeKey':
      return changeKey(state, operation, moment);
    case 'revokeKey':
      return revokeKey(state, operation, moment);
    case 'rotateKey':
      return rotateKey(state, operation, moment);
    case 'createAdminToken':
      return createAdminToken(state, operation, moment);
    case 'revokeAdminToken':
      return revokeAdminToken(state, operation, moment);
    case 'record':
    case 'probe':
      return { value: null };
  }
  const unknown: never = operation;
  throw new TypeError(`The ledger has no operation ${JSON.stringify(unknown)}.`);
}

/** The row of an operation's note; undefined where nothing was changed. */
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
