import { MICRO_CREDITS_PER_CREDIT } from '../../billing/amounts.ts';
import type { CreditClaim } from '../administration/credit-claim.ts';
import type { OperationOf, OperationResult } from '../ledger-operation.ts';
import { refuse, refuseUnknownAccount } from '../ledger-refusals.ts';
import type { LedgerState } from './ledger-state.ts';
import type { Moment } from './loaded.ts';

/** Gives credits or takes them back. A claim makes it happen once, however often it is sent. */
export function adjust(
  state: LedgerState,
  { kind, accountName, microCredits, note, claim }: OperationOf<'grant' | 'correct'>,
  { nowMs }: Moment,
): OperationResult {
  const earlier = claim === null ? undefined : earlierCredit(state, claim);
  if (earlier !== undefined) return earlier;
  const account = state.accountNamed(accountName);
  if (account === undefined) return refuseUnknownAccount(accountName);
  const free = account.posted - account.reserved;
  if (kind === 'correct' && free < microCredits)
    return refuse(
      'invalid',
      `Only ${Math.max(0, free) / MICRO_CREDITS_PER_CREDIT} credits are neither spent nor reserved. Take back at most these.`,
    );
  const amount = kind === 'correct' ? -microCredits : microCredits;
  const posted = account.posted + amount;
  if (posted > Number.MAX_SAFE_INTEGER)
    return refuse('invalid', 'The balance would grow past what the ledger can hold exactly. Grant less.');
  state.tables.account.update({ ...account, posted });
  addCredit(state, account.id, { amount, note, nowMs });
  if (claim !== null)
    state.tables.credit_claim.insert({
      key: claim.key,
      fingerprint: claim.fingerprint,
      account_id: account.id,
      posted,
      reserved: account.reserved,
      created_ms: nowMs,
    });
  return { value: { postedMicroCredits: posted, reservedMicroCredits: account.reserved } };
}

/** The result of the same claim before; undefined where the claim is new. */
function earlierCredit(state: LedgerState, { key, fingerprint }: CreditClaim): OperationResult | undefined {
  const claimed = state.tables.credit_claim.find({ key });
  if (claimed === undefined) return undefined;
  if (claimed.fingerprint !== fingerprint)
    return refuse(
      'claim-mismatch',
      'A payment was credited under this key already, with another account, amount or note, and nothing more was credited now. Look at the history of the account; send a new key only for another payment.',
    );
  const { posted, reserved } = claimed;
  return { value: { postedMicroCredits: posted, reservedMicroCredits: reserved, isRepeated: true } };
}

/** @param credit.amount micro-credits, below zero for a correction. */
export function addCredit(
  state: LedgerState,
  accountId: number,
  credit: { readonly amount: number; readonly note: string | null; readonly nowMs: number },
): void {
  state.tables.credit.insert({
    id: state.newId('credit'),
    account_id: accountId,
    amount: credit.amount,
    note: credit.note,
    created_ms: credit.nowMs,
  });
}
