/** No provider writes deeper JSON. Deeper JSON could block a thread or overflow its stack. */
export const MAX_DEPTH = 128;
/** Bounds the objects that the event loop gets from a thread. */
export const MAX_VALUES = 100_000;
/** All keys and strings, in UTF-16 code units: six times the longest answer of a model, which takes the event loop 20 ms. */
export const MAX_CHARACTERS = 4_194_304;
/** More characters than are read of any string of an error reply or a verdict. */
const MAX_CUT_CHARACTERS = 65_536;

/**
 * Weighs a parsed reply. The time depends on the number of values, which is bounded, and not on their length.
 * @param root has the reply, which is changed in place.
 * @param isCut whether long strings are cut, because only their beginnings are needed.
 * @param maxCharacters the upper bound of all keys and strings.
 * @returns the number of characters; undefined if the reply has too many levels or values, or too much text.
 */
export function weighReply(
  root: { readonly reply: unknown },
  isCut: boolean,
  maxCharacters = MAX_CHARACTERS,
): number | undefined {
  let characters = 0;
  let valuesLeft = MAX_VALUES;
  /** @returns false if a bound is exceeded. */
  const weigh = (holder: object, depth: number): boolean => {
    // The root is not part of the reply.
    if (depth > MAX_DEPTH) return false;
    const isList = Array.isArray(holder);
    for (const [key, value] of Object.entries(holder)) {
      valuesLeft -= 1;
      if (!isList) characters += key.length;
      if (typeof value === 'string') {
        const isLong = isCut && value.length > MAX_CUT_CHARACTERS;
        const text = isLong ? cutText(holder, key, value) : value;
        // Reading a character makes V8 join the pieces of a text, each of which takes 32 bytes until then.
        if (!Number.isNaN(text.charCodeAt(0))) characters += text.length;
      }
      if (valuesLeft < 0 || characters > maxCharacters) return false;
      if (typeof value === 'object' && value !== null && !weigh(value, depth + 1)) return false;
    }
    return true;
  };
  return weigh(root, 0) ? characters : undefined;
}

function cutText(holder: object, key: string, text: string): string {
  const value = text.slice(0, MAX_CUT_CHARACTERS).toWellFormed();
  // A member may be named __proto__.
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
  return value;
}
