import type { JsonPieces } from '../../text/json-pieces.ts';
import { plainJson } from '../../text/plain-json.ts';

/**
 * The JSON of an event with a long text. It is written when a reader wants it, and again once nobody holds it: so an
 * answer that nobody reads yet is in memory once.
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
