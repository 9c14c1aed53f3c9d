import type { AnswerCallDelta } from '../../tools/answer-call.ts';

/** Hears of an answer while it is written. */
export interface AnswerListener {
  /** The provider has begun to answer: words may follow. */
  begin(): void;
  /** @param added what the provider wrote since the last call. */
  text(added: string): void;
  reasoning(added: string): void;
  /** In the order of the reply, with what it hears of the text. */
  calls(added: readonly AnswerCallDelta[]): void;
  /**
   * What it heard so far will not stand: the call is made again, or asked once more for its schema, or was ended before
   * anybody had read of it.
   */
  restart(): void;
  /** Whether anything it heard may have reached the caller: then the call is not made again for a fault. */
  readonly hasReachedCaller: boolean;
  /** The bytes of the text that it keeps and that still stands. */
  readonly keptBytes: number;
}
