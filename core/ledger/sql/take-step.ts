import type { Done, LedgerStep } from '../ledger-step.ts';
import { noteChange } from './administration.ts';
import type { Dialect } from './dialect.ts';
import { changeTexts } from './erase.ts';
import { changeOutbox } from './outbox.ts';
import type { Query } from './query.ts';

/**
 * Runs inside its caller's transaction, and notes the change in the audit log where it changed anything.
 * @throws LedgerError `account-unknown`, or what the driver throws.
 */
export async function takeStep(query: Query, dialect: Dialect, step: LedgerStep): Promise<Done> {
  const done =
    step.of === 'texts' ? await changeTexts(query, dialect, step) : await changeOutbox(query, dialect, step);
  if (step.audit !== undefined && done.rows > 0) await noteChange(query, dialect, step.audit);
  return done;
}
