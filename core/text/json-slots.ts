import { randomBytes } from 'node:crypto';
import type { JsonPieces } from './json-pieces.ts';

const DIGITS = 4;

/**
 * Bytes that stand in the strings of one JSON text, written by somebody who sees only placeholders: a plugin that puts a
 * prompt and files into the body of its format. The bytes are not copied, so one copy serves every model.
 */
export class JsonSlots {
  /** Unguessable, so that no text can hold a placeholder; made with the first. */
  #mark = '';
  readonly #slots: (() => JsonPieces)[] = [];

  /**
   * @param piecesOf gives what is to stand within a JSON string, wherever it is filled in: until then nothing is written.
   *   At most 65,536 times.
   * @returns the placeholder, to be written into a string, alone or beside other text.
   */
  hold(piecesOf: () => JsonPieces): string {
    if (this.#slots.length === 0) this.#mark = randomBytes(16).toString('hex');
    const number = this.#slots.push(piecesOf) - 1;
    return `${this.#mark}${number.toString(16).padStart(DIGITS, '0')}`;
  }

  /** @returns the JSON text with all bytes in their places. */
  fill(json: string): JsonPieces {
    if (this.#slots.length === 0) return [Buffer.from(json)];
    const [head = '', ...parts] = json.split(this.#mark);
    return [
      Buffer.from(head),
      ...parts.flatMap((part) => [
        ...(this.#slots[Number.parseInt(part.slice(0, DIGITS), 16)]?.() ?? []),
        Buffer.from(part.slice(DIGITS)),
      ]),
    ];
  }
}
