import type { MessagePort } from 'node:worker_threads';
import { LedgerError, type Refusal } from '../ledger-error.ts';

/** What a thread can be asked: functions of one value each. */
export type Work<Kinds> = { readonly [Kind in keyof Kinds]: (asked: never) => Promise<unknown> };

/** What travels to a thread; `close` ends it. */
export interface Question {
  readonly id: number;
  readonly kind: string;
  readonly asked: unknown;
}

/** What comes back for it. */
export type Answer = { readonly id: number } & ({ readonly value: unknown } | { readonly refusal: Refusal });

export interface Service<Kinds extends Work<Kinds>> {
  readonly work: Kinds;
  /** Called when the thread is to end, after its last answer. */
  readonly close: () => void;
  /** What of an answer is handed over instead of copied. */
  readonly transfer?: (value: unknown) => readonly ArrayBuffer[];
}

/**
 * Does what the main thread asks, one after the other. A LedgerError is an answer; anything else that the work throws ends
 * the thread, and the main thread takes that as its loss.
 */
export function serveThread<Kinds extends Work<Kinds>>(
  port: MessagePort,
  { work, close, transfer = () => [] }: Service<Kinds>,
): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- types do not cross threads; `LedgerThread` asks only for what there is
  const kinds = work as unknown as Readonly<
    Record<string, ((asked: unknown) => Promise<unknown>) | undefined>
  >;
  const answer = async ({ id, kind, asked }: Question): Promise<void> => {
    try {
      const value = await kinds[kind]?.(asked);
      port.postMessage({ id, value } satisfies Answer, transfer(value));
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      const { code, message } = error;
      port.postMessage({ id, refusal: { code, message } } satisfies Answer);
    }
  };
  let turn = Promise.resolve();
  port.on('message', (message: Question | 'close') => {
    turn = turn.then(async () => {
      if (message !== 'close') return await answer(message);
      close();
      port.close();
    });
  });
}
