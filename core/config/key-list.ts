/** Keys of one provider; more would be a mistake, and each is a series of a metric. */
const MAX_KEYS = 32;

/**
 * One key, or several separated by commas, in the order in which they are numbered.
 * @returns none where the variable is not set.
 * @throws Error that never quotes the value.
 */
export function readKeyList(name: string, value: string | undefined): readonly string[] {
  if (value === undefined || value.trim() === '') return [];
  const keys = value.split(',').map((key) => key.trim());
  if (!keys.every((key) => /^[\x21-\x7e]+$/.test(key)))
    throw new Error(
      `${name} must be one key, or several separated by commas; remove what is empty between them, and blanks or line breaks within`,
    );
  if (new Set(keys).size < keys.length)
    throw new Error(`${name} lists a key twice; list each once, calls take them in turn`);
  if (keys.length > MAX_KEYS)
    throw new Error(`${name} lists ${keys.length} keys; at most ${MAX_KEYS} are taken`);
  return keys;
}
