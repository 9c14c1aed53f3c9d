import type { StreamStep } from '../../contract.ts';
import type { RawEvent } from '../../workers/replies/read-event.ts';

/** The common parts of events that differ in one text. */
interface Frame {
  readonly name: string;
  /** Their JSON up to the first character of the text. */
  readonly before: string;
  /** Their JSON from the quote after the text. */
  readonly after: string;
}

/** The inside of a JSON string (RFC 8259, 7) with whole escapes. */
const INSIDE_OF_STRING = /^(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*$/iu;

/**
 * Joins events that differ only in the text that each adds. The events of 500 tokens are then parsed and folded as one or
 * two, in a fifth of the time.
 */
export class TextJoiner {
  readonly #comparable: (json: string) => string | undefined;
  #frame: Frame | undefined;
  #joined = '';

  /** @param comparable see `StreamReader`. */
  constructor(comparable: (json: string) => string | undefined) {
    this.#comparable = comparable;
  }

  /** @returns whether the event was joined to those of the next `take`. Otherwise fold it after them. */
  add({ name, json }: RawEvent): boolean {
    if (this.#frame === undefined || name !== this.#frame.name) return false;
    const { before, after } = this.#frame;
    const compared = this.#comparable(json);
    if (compared === undefined) return false;
    const end = compared.length - after.length;
    // Comparing slices is ten times as fast as `startsWith`.
    if (compared.slice(0, before.length) !== before || compared.slice(end) !== after) return false;
    const text = compared.slice(before.length, end);
    if (end < before.length || !INSIDE_OF_STRING.test(text)) return false;
    this.#joined += text;
    return true;
  }

  /** Takes all joined events as one; undefined if there are none. */
  take(): RawEvent | undefined {
    if (this.#frame === undefined || this.#joined === '') return undefined;
    const { name, before, after } = this.#frame;
    const json = before + this.#joined + after;
    this.#joined = '';
    return { name, json };
  }

  /** Events like this one are joined from now on. */
  learn({ name, json }: RawEvent, { text, reasoning, untold, calls = [] }: StreamStep): void {
    const [call] = calls;
    // The first of a call's events says more than its text.
    const piece = call?.begins === undefined && calls.length === 1 ? call?.arguments : '';
    const added = JSON.stringify(text || reasoning || untold || piece || '');
    if (added === '""') return;
    const compared = this.#comparable(json);
    const at = compared?.indexOf(added) ?? -1;
    // If the text is found twice, one of them may be another member.
    if (compared === undefined || at === -1 || at !== compared.lastIndexOf(added)) return;
    const before = compared.slice(0, at + 1);
    this.#frame = { name, before, after: compared.slice(at + added.length - 1) };
  }
}
