import { localActor } from '../../administration/admin-context.ts';
import type { Actor } from '../../ledger/administration/audit.ts';
import type { LedgerAdmin } from '../../ledger/administration/ledger-admin.ts';
import { describeMoves, type PriceMoves } from '../../registry/price-moves.ts';
import { describeError, type Logger } from '../../log.ts';

/** Upper bound of the price changes in an entry of the audit log. */
const MAX_AUDITED_MOVES = 20;

interface AuditServices {
  readonly ledger: LedgerAdmin;
  readonly log: Logger;
}

interface ReloadOutcome {
  readonly outcome: 'swapped' | 'unchanged' | 'refused';
  readonly changed: { readonly prices: PriceMoves };
}

/** Reloads that add an entry to the audit log, with the actor and the outcome. */
export interface AuditedReloads<Answer> {
  /** For a holder of an admin token. */
  readonly by: (actor: Actor) => Promise<Answer>;
  /** For a user of this machine who runs the command. */
  readonly forUser: (name: string) => Promise<Answer>;
  /** For a signal, or the gateway that watches its files. */
  readonly forCause: (cause: 'SIGHUP' | 'watch') => Promise<Answer>;
}

/**
 * They reject only if the reload does. A ledger that cannot be written to does not prevent a reload, and the failure is
 * logged.
 */
export function auditReloads<Answer extends ReloadOutcome>(
  reload: () => Promise<Answer>,
  { ledger, log }: AuditServices,
): AuditedReloads<Answer> {
  const record = async ({ outcome, changed }: Answer, by: Actor): Promise<void> => {
    const prices = describeMoves(changed.prices, MAX_AUDITED_MOVES).join('; ');
    const detail = { outcome, ...(prices !== '' && { prices }) };
    try {
      await ledger.record({ action: 'reload', detail }, by);
    } catch (error) {
      log.error({ error: describeError(error), outcome, by }, 'a reload is not in the audit log');
    }
  };
  const reloadAndRecord = async (
    by: Actor,
    isRecorded = (_answer: Answer): boolean => true,
  ): Promise<Answer> => {
    const answer = await reload();
    if (isRecorded(answer)) await record(answer, by);
    return answer;
  };
  return {
    by: (actor) => reloadAndRecord(actor),
    forUser: (name) => reloadAndRecord(localActor('command', name)),
    forCause: (cause) =>
      // An editor may touch a watched file without changing it.
      reloadAndRecord(
        localActor('program', cause),
        ({ outcome }) => cause === 'SIGHUP' || outcome !== 'unchanged',
      ),
  };
}
