import { MAX_CACHED_ANSWER_BYTES, oldestAnswerMs } from './answers/cached-answer.ts';
import { checkDelivery, checkReservation, checkSettlement } from './check-operation.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerQueues } from './ledger-queues.ts';
import { repeatStep } from './sql/steps.ts';
import { lengthOf } from './texts/storable.ts';

/** What is written for requests, with their texts: checked and queued. */
export function requestWrites(queues: LedgerQueues) {
  return {
    reserve: async (reservation) => {
      checkReservation(reservation);
      return await queues.submit({ ...reservation, kind: 'reserve' });
    },
    deliver: async (delivery) => {
      checkDelivery(delivery);
      await queues.submit({ ...delivery, kind: 'deliver' });
    },
    settle: async (settlement) => {
      checkSettlement(settlement);
      await queues.settle(settlement);
    },
    void: async (requestId) => {
      await queues.submit({ kind: 'void', requestId });
    },
    keepTexts: async (texts, isAwaited = true) => await queues.keep(texts, isAwaited),
    keepAnswer: async (answer) => {
      const bytes = lengthOf(answer.answer);
      return bytes > 0 && bytes <= MAX_CACHED_ANSWER_BYTES && (await queues.keep(answer, false));
    },
    pruneAnswers: async () => {
      const beforeMs = oldestAnswerMs(Date.now());
      return await repeatStep(() => queues.take({ kind: 'pruneAnswers', beforeMs }));
    },
    eraseRequest: async (accountId, requestId) => {
      await queues.take({ kind: 'eraseRequest', accountId, requestId });
    },
    vote: async (accountId, requestId, vote) =>
      (await queues.take({ kind: 'vote', accountId, requestId, vote })).rows > 0,
  } satisfies Partial<Ledger>;
}
