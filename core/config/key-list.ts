/** Upper bound of one provider's keys, because each is a series of a metric. More would be a mistake. */
const MAX_KEYS = 32;

/**
 * Reads one key, or several separated by commas. Metrics number them in this order.
 * @returns none if the variable is not set.
 * @throws Error that never quotes the value.
 */
export function readKeyList(name: string, value: string | undefined): readonly string[] {
  if (value === undefined || value.trim() === '') return [];
  const keys = value.split(',').map((key) => key.trim());
  if (!keys.every((key) => /^[\x21-\x7e]+$/.test(key)))
    throw new Error(
      `${name} must be one key, or several separated by commas; remove what is empty between them, and blanks or line breaks within`,
    );
  checkKeys(keys, name);
  return keys;
}

/**
 * Reads the keys in a file, one a line. Empty lines, and blanks around a key, do not count.
 * @returns the keys in the form of a variable.
 * @throws Error that names the file and never quotes from it.
 */
export function readKeyLines(file: string, text: string): string {
  const keys = linesIn(text);
  if (!keys.every((key) => /^[\x21-\x2b\x2d-\x7e]+$/.test(key)))
    throw new Error(`${file} must hold one key a line, without commas, quotes around it or blanks within`);
  checkKeys(keys, file);
  return keys.join(',');
}

/** Reads the one value in a file, such as a part of an access key. @throws Error that names the file and never quotes from it. */
export function readKeyLine(file: string, text: string): string {
  const [value, ...others] = linesIn(text);
  if (value === undefined || others.length > 0 || !/^[\x21-\x7e]+$/.test(value))
    throw new Error(`${file} must hold a single line, without blanks within`);
  return value;
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}

function checkKeys(keys: readonly string[], source: string): void {
  if (keys.length === 0) throw new Error(`${source} holds no key; write one key a line`);
  if (new Set(keys).size < keys.length)
    throw new Error(`${source} lists a key twice; list each once, calls take them in turn`);
  if (keys.length > MAX_KEYS)
    throw new Error(`${source} lists ${keys.length} keys; at most ${MAX_KEYS} are taken`);
}
