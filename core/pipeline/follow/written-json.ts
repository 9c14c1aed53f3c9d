import { type JsonPieces, plainJson } from '../../text/plain-json.ts';

/**
 * The JSON of an event with a long text. It is written when a reader needs it, and again if it has been garbage-collected
 * since. So an answer without readers is in memory only once.
 */
export class WrittenJson {
  readonly #data: object;
  #written: WeakRef<JsonPieces> | undefined;

  constructor(data: object) {
    this.#data = data;
  }

  get pieces(): JsonPieces {
    const cached = this.#written?.deref();
    if (cached !== undefined) return cached;
    const pieces = eventJson(this.#data);
    this.#written = new WeakRef(pieces);
    return pieces;
  }
}

/** The JSON of an event, as one line. */
export function eventJson(data: object): JsonPieces {
  return [Buffer.from(plainJson(data))];
}
