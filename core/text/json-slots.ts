import { randomBytes } from 'node:crypto';
import type { JsonPieces } from './plain-json.ts';

const DIGITS = 4;
const MAX_SLOTS = 16 ** DIGITS;

/**
 * Puts bytes into the strings of one JSON text whose author sees only placeholders: a plugin that puts a prompt and files
 * into the body of its format. The bytes are not copied, so one copy is used for every model.
 */
export class JsonSlots {
  /** Random, so that no text can contain a placeholder. It is made with the first one. */
  #mark = '';
  readonly #slots: Slot[] = [];

  /**
   * Makes a placeholder for the content of a JSON string, at most 65,536 times.
   * @param piecesOf returns the escaped content. It is called when the placeholder is replaced.
   * @returns the placeholder, to be written into a string, alone or with other text.
   */
  addText(piecesOf: () => JsonPieces): string {
    return this.#add({ piecesOf, isValue: false });
  }

  /**
   * Makes a placeholder for a whole JSON value. A string that is only the placeholder is replaced by the value. If the JSON
   * of that string is inside another string, it is replaced by the escaped JSON of the value.
   * @param piecesOf returns the JSON of the value.
   */
  addValue(piecesOf: () => JsonPieces): string {
    return this.#add({ piecesOf, isValue: true });
  }

  #add(slot: Slot): string {
    if (this.#slots.length === MAX_SLOTS) throw new RangeError(`more than ${MAX_SLOTS} placeholders`);
    if (this.#slots.length === 0) this.#mark = randomBytes(16).toString('hex');
    const number = this.#slots.push(slot) - 1;
    return `${this.#mark}${number.toString(16).padStart(DIGITS, '0')}`;
  }

  /**
   * @returns the JSON text with all placeholders replaced.
   * @throws Error if a placeholder was altered.
   */
  fill(json: string): JsonPieces {
    if (this.#slots.length === 0) return [Buffer.from(json)];
    const [head = '', ...parts] = json.split(this.#mark);
    const pieces: Uint8Array[] = [];
    let before = head;
    for (const part of parts) {
      const slot = this.#slots[Number(`0x${part.slice(0, DIGITS)}`)];
      if (slot === undefined) throw new Error('a placeholder was altered');
      const after = part.slice(DIGITS);
      const quote = slot.isValue ? quoteAround(before, after) : '';
      pieces.push(Buffer.from(before.slice(0, before.length - quote.length)));
      const filled = slot.piecesOf();
      pieces.push(...(quote === ESCAPED_QUOTE ? [escaped(filled)] : filled));
      before = after.slice(quote.length);
    }
    return [...pieces, Buffer.from(before)];
  }
}

interface Slot {
  readonly piecesOf: () => JsonPieces;
  /** Whether it replaces a whole string. */
  readonly isValue: boolean;
}

const ESCAPED_QUOTE = '\\"';

function quoteAround(before: string, after: string): string {
  for (const quote of [ESCAPED_QUOTE, '"'])
    if (before.endsWith(quote) && after.startsWith(quote)) return quote;
  throw new Error('a placeholder for a value must be written as a string that holds nothing else');
}

function escaped(pieces: JsonPieces): Uint8Array {
  return Buffer.from(JSON.stringify(Buffer.concat(pieces).toString()).slice(1, -1));
}
