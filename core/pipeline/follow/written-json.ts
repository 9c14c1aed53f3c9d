import { type JsonPieces, plainJson } from '../../text/plain-json.ts';

/**
 * The JSON of an event with a long text. It is written when a reader wants it, and again if it has been collected since.
 * So an answer without readers is in memory only once.
 */
export class WrittenJson {
  readonly #data: object;
  #written: WeakRef<JsonPieces> | undefined;

  constructor(data: object) {
    this.#data = data;
  }

  get pieces(): JsonPieces {
    const known = this.#written?.deref();
    if (known !== undefined) return known;
    const pieces = [Buffer.from(plainJson(this.#data))];
    this.#written = new WeakRef(pieces);
    return pieces;
  }
}
