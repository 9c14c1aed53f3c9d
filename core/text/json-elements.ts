/** In this order: the beginning of an element, its bytes, and its end. */
type ElementPart =
  | { readonly kind: 'begin'; readonly member: string; readonly index: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' };

/** Names of members are cut to this length. */
const MAX_NAME_BYTES = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Finds the elements of lists that are members of one JSON object, while its bytes come, and returns their bytes. It does
 * not parse, and keeps no piece in memory. The JSON must have no white space, as `JSON.stringify` writes it.
 * @param pieces short ones, such as slices, because each is read without a pause.
 * @param members the names of the lists.
 */
export async function* elementsOf(
  pieces: AsyncIterable<Uint8Array>,
  members: ReadonlySet<string>,
): AsyncGenerator<ElementPart, void> {
  const finder = new ElementFinder(members);
  for await (const piece of pieces) yield* finder.take(piece);
}

class ElementFinder {
  readonly #members: ReadonlySet<string>;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The bytes of the last string at the level of the object: the name of the member that opens after it. */
  #name: number[] = [];
  /** The list that was opened last, if it is one of the members. */
  #member = '';
  /** The index of the element that has begun, or of the next one. */
  #index = 0;
  #isInElement = false;

  constructor(members: ReadonlySet<string>) {
    this.#members = members;
  }

  *take(slice: Uint8Array): Generator<ElementPart, void> {
    let from = 0;
    for (let at = 0; at < slice.byteLength; at += 1) {
      if (this.#isInString) {
        at = this.#passString(slice, at);
        continue;
      }
      const byte = slice[at] ?? 0;
      const isBetween = this.#depth === 2 && this.#member !== '' && !this.#isInElement;
      if (isBetween && byte !== COMMA && byte !== CLOSE_LIST) {
        this.#isInElement = true;
        from = at;
        yield { kind: 'begin', member: this.#member, index: this.#index };
      } else if (this.#isInElement && this.#depth === 2 && (byte === COMMA || byte === CLOSE_LIST)) {
        if (at > from) yield { kind: 'bytes', bytes: slice.subarray(from, at) };
        yield { kind: 'end' };
        this.#isInElement = false;
        this.#index += 1;
      }
      this.#readStructure(byte);
    }
    if (this.#isInElement && from < slice.byteLength) yield { kind: 'bytes', bytes: slice.subarray(from) };
  }

  /** @returns the place of the closing quote; the length of the slice if the string continues after it. */
  #passString(slice: Uint8Array, from: number): number {
    const isName = this.#depth === 1;
    let isEscaped = this.#isEscaped;
    let at = from;
    // Most of a long text is within strings, so this loop reads no field.
    for (; at < slice.byteLength; at += 1) {
      const byte = slice[at] ?? 0;
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) break;
      else if (isName && this.#name.length < MAX_NAME_BYTES) this.#name.push(byte);
    }
    this.#isEscaped = isEscaped;
    this.#isInString = at === slice.byteLength;
    return at;
  }

  #readStructure(byte: number): void {
    if (byte === QUOTE) {
      this.#isInString = true;
      if (this.#depth === 1) this.#name = [];
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (this.#depth === 1) {
        const name = String.fromCharCode(...this.#name);
        this.#member = byte === OPEN_LIST && this.#members.has(name) ? name : '';
        this.#index = 0;
      }
      this.#depth += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth -= 1;
  }
}
