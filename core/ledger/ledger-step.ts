import type { AuditNote } from './administration/audit.ts';
import type { VoteChange } from './texts/vote.ts';
import type { ClaimedEvent, EndedEvent, NewAlert, WantedEvents, Webhook } from './webhooks/outbox.ts';

/**
 * One change apart from money, in a short transaction of its own, so that nobody waits for long; an operator's, with its
 * note for the audit log.
 */
export type LedgerStep = (
  | ({ readonly of: 'texts' } & TextChange)
  | ({ readonly of: 'outbox' } & OutboxChange)
) & { readonly audit?: AuditNote | undefined };

export type TextChange =
  /** Deletes expired idempotency keys. It locks no texts; a hold that claims such a key again waits for it. */
  | { readonly kind: 'forgetKeys' }
  /** Deletes the oldest texts, as many as one transaction has room for, so that no pruning holds the writer for long. */
  | { readonly kind: 'prunePrompts'; readonly beforeMs: number }
  /** Deletes some cached answers of accounts without a cache, and some that were stored before then. */
  | { readonly kind: 'pruneAnswers'; readonly beforeMs: number }
  /** An ended request loses its texts and the answers cached from it; nothing of it is stored from then on. */
  | { readonly kind: 'eraseRequest'; readonly accountId: number; readonly requestId: string }
  /** Stores a vote on two stored answers of the request, or takes it back. */
  | {
      readonly kind: 'vote';
      readonly accountId: number;
      readonly requestId: string;
      readonly vote: VoteChange;
    }
  /** From then on nothing is stored of the account's requests that have ended, and its cache is empty to whoever asks. */
  | { readonly kind: 'eraseAccount'; readonly accountName: string }
  /** Deletes what is stored of them, texts and cached answers, as much as one transaction has room for. */
  | { readonly kind: 'eraseSome'; readonly accountName: string };

export type OutboxChange =
  | { readonly kind: 'setWebhook'; readonly accountName: string; readonly webhook: Webhook }
  | { readonly kind: 'removeWebhook'; readonly accountName: string }
  | {
      readonly kind: 'claimEvents';
      readonly ended: readonly EndedEvent[];
      readonly wanted: readonly WantedEvents[];
    }
  /** Marks reached budgets as counted. */
  | { readonly kind: 'takeAlerts' }
  /** Deletes events of an account that has no webhook any more. */
  | { readonly kind: 'forgetEvents'; readonly accountName: string }
  | { readonly kind: 'retryEvent'; readonly id: string }
  | { readonly kind: 'retryDead' }
  | { readonly kind: 'pruneEvents'; readonly beforeMs: number };

/** What a step did. */
export interface Done {
  /** How many rows it deleted, changed or marked; of `claimEvents`, how many events it gave up. */
  readonly rows: number;
  /** False where more may be left for the same step. */
  readonly isLast: boolean;
  readonly claimed?: readonly ClaimedEvent[];
  readonly alerts?: readonly NewAlert[];
}

/** @throws LedgerError, and nothing was changed. */
export type TakeStep = (step: LedgerStep) => Promise<Done>;

/** Repeats a step until nothing is left for it. It ends, because every step but the last changes rows. @returns how many. */
export async function repeatStep(take: () => Promise<Done>): Promise<number> {
  let rows = 0;
  for (;;) {
    const done = await take();
    rows += done.rows;
    if (done.isLast) return rows;
  }
}
