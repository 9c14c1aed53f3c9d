import type { AnswerCallDelta } from '../../tools/answer-call.ts';

/** Gets the parts of an answer while it is written. */
export interface AnswerListener {
  /** The provider has begun to answer: words may follow. */
  begin(): void;
  /** @param piece the text since the last call. */
  text(piece: string): void;
  reasoning(piece: string): void;
  /** Called for calls and text in the order of the reply. */
  calls(deltas: readonly AnswerCallDelta[]): void;
  /**
   * The answer so far is dropped, because the call is sent again, or once more for its schema, or was ended before a
   * reader had received any of it.
   */
  restart(): void;
  /** Whether a part may have reached the caller. Then the call is not sent again after a fault. */
  readonly hasReachedCaller: boolean;
  /** The bytes of text that it keeps for the present answer. */
  readonly keptBytes: number;
}
