import type { AuditNote } from '../administration/audit.ts';
import type { OperationResult } from '../ledger-operation.ts';
import type { RowOf } from './tables.ts';

/** The row of a note; undefined where nothing was changed. The same for what stores change beside the rules. */
export function auditEntry(
  note: AuditNote | undefined,
  result: { readonly value: unknown } | { readonly refusal: unknown } | OperationResult,
  nowMs: number,
): RowOf<'audit_entry'> | undefined {
  if (note === undefined || !hasChanged(result)) return undefined;
  const { changeId, via, name, origin, action, subject, detail } = note;
  return { change_id: changeId, at_ms: nowMs, via, actor: name, origin, action, subject, detail };
}

function hasChanged(result: { readonly value: unknown } | { readonly refusal: unknown }): boolean {
  if ('refusal' in result) return false;
  const { value } = result;
  if (typeof value === 'object' && value !== null && 'isRepeated' in value) return false;
  return value !== false && value !== 0;
}
