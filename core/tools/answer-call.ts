/** A call of a reply as the client gets it. The client runs the function; the gateway never does. */
export interface AnswerCall {
  /** The provider's ID or one made for it, and behind a dot what the provider wants back: see `call-id.ts`. */
  readonly id: string;
  readonly name: string;
  /** JSON text exactly as the model wrote it, valid or not. */
  readonly arguments: string;
  /** Absent unless what the provider wants back with the call was too long to travel in its ID. */
  readonly isCarried?: false;
}

/** What a piece of a streamed reply adds to one of its calls. */
export interface AnswerCallDelta {
  /** Place of the call in `Result.calls`. Calls begin in this order. */
  readonly index: number;
  /** With the first of a call's deltas alone. */
  readonly begins?: Pick<AnswerCall, 'id' | 'name'>;
  /** A piece of the JSON text; may be empty. */
  readonly arguments: string;
}
