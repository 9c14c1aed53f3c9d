import { localActor } from '../../administration/admin-context.ts';
import type { ReloadAnswer } from '../../administration/reload-answer.ts';
import type { Actor } from '../../ledger/administration/audit.ts';
import type { LedgerAdmin } from '../../ledger/administration/ledger-admin.ts';
import { describeMoves } from '../../registry/price-moves.ts';
import { describeError, type Logger } from '../../log.ts';

/** Upper bound of the price changes in an entry of the audit log. */
const MAX_AUDITED_MOVES = 20;

/** Reloads that add an entry to the audit log, with the actor and the outcome. */
export interface AuditedReloads {
  /** For a holder of an admin token. */
  readonly by: (actor: Actor) => Promise<ReloadAnswer>;
  /** For a user of this machine who runs the command. */
  readonly forUser: (name: string) => Promise<ReloadAnswer>;
  /** For a signal, or the gateway that watches its files. */
  readonly forCause: (cause: 'SIGHUP' | 'watch') => Promise<ReloadAnswer>;
}

/**
 * They reject only if the reload does. A ledger that cannot be written to does not prevent a reload, and the failure is
 * logged.
 */
export function auditReloads(
  reload: () => Promise<ReloadAnswer>,
  { ledger, log }: { readonly ledger: LedgerAdmin; readonly log: Logger },
): AuditedReloads {
  const record = async ({ outcome, changed }: ReloadAnswer, by: Actor): Promise<void> => {
    const prices = describeMoves(changed.prices, MAX_AUDITED_MOVES).join('; ');
    const detail = { outcome, ...(prices !== '' && { prices }) };
    try {
      await ledger.record({ action: 'reload', detail }, by);
    } catch (error) {
      log.error({ error: describeError(error), outcome, by }, 'a reload is not in the audit log');
    }
  };
  const by = async (actor: Actor): Promise<ReloadAnswer> => {
    const answer = await reload();
    await record(answer, actor);
    return answer;
  };
  return {
    by,
    forUser: (name) => by(localActor('command', name)),
    async forCause(cause) {
      const answer = await reload();
      // An editor may touch a watched file without changing it.
      if (cause === 'SIGHUP' || answer.outcome !== 'unchanged')
        await record(answer, localActor('program', cause));
      return answer;
    },
  };
}
