import { oldestAnswerMs } from './answers/cached-answer.ts';
import { LedgerError } from './ledger-error.ts';
import { type LedgerOptions, LedgerQueues } from './ledger-queues.ts';
import { ledgerReads, outboxOf } from './ledger-reads.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerAdmin } from './administration/ledger-admin.ts';
import { operatorChanges, webhookChanges } from './operator-changes.ts';
import { repeatStep } from './sql/steps.ts';

export type StoredLedger = Ledger & LedgerAdmin;

/**
 * Opens the ledger over a store. If it rejects, nothing stays open.
 * @throws LedgerError `unusable` or `unavailable`.
 */
export async function openStoredLedger(store: LedgerStore, options: LedgerOptions): Promise<StoredLedger> {
  const queues = new LedgerQueues(store, options);
  const ledger = ledgerOf(queues);
  try {
    const ended = await store.open({
      onFailed: (error) => queues.fail(error),
      onOrphans: async (orphans) => await queues.endOrphans(orphans),
    });
    queues.reportRecovery(ended);
    return ledger;
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

/** Puts a ledger together. Its store has to be open before the first method is called. */
export function ledgerOf(queues: LedgerQueues): StoredLedger {
  const { store, hold, deliver, settle, keepTexts, keepAnswer, backup, check } = queues;
  const { reads, end } = ledgerReads(queues);
  let closed: Promise<void> | undefined;
  const finish = async (): Promise<void> => {
    const reason = new LedgerError('closed', 'The ledger is closed: the gateway is stopping.');
    end(reason);
    await queues.drain(reason);
    await store.close(reason);
  };
  return {
    ...reads,
    hold,
    deliver,
    settle,
    void: queues.void,
    keepTexts,
    keepAnswer,
    backup,
    check,
    ...textChanges(queues),
    ...operatorChanges(queues),
    webhooks: { ...outboxOf(queues), ...webhookChanges(queues) },
    mail: store.mail,
    // A second call waits for the same end.
    close: async () => await (closed ??= finish()),
  };
}

/** Makes the methods that change texts and cached answers. */
function textChanges({ runStep }: LedgerQueues) {
  return {
    pruneAnswers: async () => {
      const beforeMs = oldestAnswerMs(Date.now());
      return await repeatStep(() => runStep({ kind: 'pruneAnswers', beforeMs }));
    },
    eraseRequest: async (accountId, requestId) => {
      await runStep({ kind: 'eraseRequest', accountId, requestId });
    },
    vote: async (accountId, requestId, vote) =>
      (await runStep({ kind: 'vote', accountId, requestId, vote })).rows > 0,
    setLabel: async (accountId, requestId, label) =>
      (await runStep({ kind: 'setLabel', accountId, requestId, label })).rows > 0,
  } satisfies Partial<Ledger>;
}
