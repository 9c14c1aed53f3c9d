/** A call of a reply as the client gets it. The client runs the function; the gateway never does. */
export interface AnswerCall {
  /** The provider's ID or a new one, followed by a dot and the data that the provider wants back: see `call-id.ts`. */
  readonly id: string;
  readonly name: string;
  /** The JSON text exactly as the model wrote it, even if it is invalid. */
  readonly arguments: string;
  /** False if the data that the provider wants back was too long for the ID; otherwise absent. */
  readonly isCarried?: false;
}

/** The part of a call that one piece of a streamed reply adds. */
export interface AnswerCallDelta {
  /** The place of the call in `Result.calls`. Calls begin in this order. */
  readonly index: number;
  /** Set only in the first delta of a call. */
  readonly begins?: Pick<AnswerCall, 'id' | 'name'>;
  /** A piece of the JSON text, which may be empty. */
  readonly arguments: string;
}
