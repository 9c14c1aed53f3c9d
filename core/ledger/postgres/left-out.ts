import type { Operation } from '../ledger-operation.ts';
import type { RowOf } from '../rules/tables.ts';
import { touchedBy } from '../rules/operations.ts';

/** What a batch loaded; accounts only where it could lock them. */
interface LockedRows {
  readonly account: readonly RowOf<'account'>[];
  readonly open_request: readonly RowOf<'open_request'>[];
  readonly api_key: readonly RowOf<'api_key'>[];
}

/**
 * @param accounts that the batch names; none where it waited for all of them.
 * @returns whether an operation needs an account that was left out, since another session has locked it.
 */
export function leftOutOf(
  accounts: readonly Pick<RowOf<'account'>, 'id' | 'name'>[],
  rows: LockedRows,
): (operation: Operation) => boolean {
  const locked = new Set(rows.account.map(({ id }) => id));
  const leftOut = accounts.filter(({ id }) => !locked.has(id));
  if (leftOut.length === 0) return () => false;
  const ids = new Set(leftOut.map(({ id }) => id));
  const isOfThem = ({ account_id }: { readonly account_id: number }): boolean => ids.has(account_id);
  const names = new Set(leftOut.map(({ name }) => name));
  const requestIds = new Set(rows.open_request.filter(isOfThem).map(({ id }) => id));
  const prefixes = new Set(rows.api_key.filter(isOfThem).map(({ prefix }) => prefix));
  return (operation) => {
    const touched = touchedBy([operation]);
    return !(
      touched.accountIds.isDisjointFrom(ids) &&
      touched.accountNames.isDisjointFrom(names) &&
      touched.requestIds.isDisjointFrom(requestIds) &&
      touched.keyPrefixes.isDisjointFrom(prefixes)
    );
  };
}
