/** Upper bound of one piece of a logged text, in bytes. */
export const LOG_PIECE_BYTES = 1_048_576;

/** Which part of which logged text to read. */
export interface LogPiece {
  readonly accountId: number;
  readonly requestId: string;
  /** `judged_with` is that of `Texts`; requests without judges have none. */
  readonly text: 'request' | 'response' | 'judged_with';
  /** Bytes of UTF-8 before the piece. */
  readonly offsetBytes: number;
}
