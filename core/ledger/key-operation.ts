import type { OperationOf } from './ledger-operation.ts';
import type { NewKey } from './listed-key.ts';

/** The ledger's operation: each value is there. */
export function keyOperation(key: NewKey): OperationOf<'createKey'> {
  const { name = null, expiresMs = null, budgets = {}, models = null, requestsPerMinute = null } = key;
  const { accountName, prefix, hash } = key;
  const settings = { name, expiresMs, budgets, models, requestsPerMinute };
  return { kind: 'createKey', accountName, prefix, hash, ...settings };
}
