import { localActor } from '../../administration/office.ts';
import type { Actor } from '../../ledger/administration/audit.ts';
import type { LedgerAdmin } from '../../ledger/ledger.ts';
import { describeMoves, type PriceMoves } from '../../registry/price-moves.ts';
import { describeError, type Logger } from '../../log.ts';

/** How many price changes an entry of the audit log has room for. */
const MAX_NOTED_MOVES = 20;

interface Noting {
  readonly ledger: LedgerAdmin;
  readonly log: Logger;
}

interface ReloadOutcome {
  readonly outcome: 'swapped' | 'unchanged' | 'refused';
  readonly changed: { readonly prices: PriceMoves };
}

/** Each notes in the audit log who asked for a reload, and its outcome. */
export interface NotedReloads<Answer> {
  /** For a holder of an admin token. */
  readonly by: (actor: Actor) => Promise<Answer>;
  /** For a user of this machine who runs the command. */
  readonly forUser: (name: string) => Promise<Answer>;
  /** For a signal, or the gateway that watches its files. */
  readonly forCause: (cause: 'SIGHUP' | 'watch') => Promise<Answer>;
}

/**
 * None rejects unless the reload does: a ledger that cannot be written to does not prevent a reload, and the failure is
 * logged.
 */
export function notedReloads<Answer extends ReloadOutcome>(
  reload: () => Promise<Answer>,
  { ledger, log }: Noting,
): NotedReloads<Answer> {
  const note = async ({ outcome, changed }: Answer, by: Actor): Promise<void> => {
    const prices = describeMoves(changed.prices, MAX_NOTED_MOVES).join('; ');
    const detail = { outcome, ...(prices !== '' && { prices }) };
    try {
      await ledger.record({ action: 'reload', detail }, by);
    } catch (error) {
      log.error({ error: describeError(error), outcome, by }, 'a reload is not in the audit log');
    }
  };
  const noted = async (by: Actor, isWorthIt = (_answer: Answer): boolean => true): Promise<Answer> => {
    const answer = await reload();
    if (isWorthIt(answer)) await note(answer, by);
    return answer;
  };
  return {
    by: (actor) => noted(actor),
    forUser: (name) => noted(localActor('command', name)),
    forCause: (cause) =>
      // Touching a watched file without changing it is no request for a reload.
      noted(localActor('program', cause), ({ outcome }) => cause === 'SIGHUP' || outcome !== 'unchanged'),
  };
}
