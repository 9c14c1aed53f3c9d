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
  checkKeys(keys, name);
  return keys;
}

/**
 * The keys in a file, one a line; empty lines and blanks around a key do not count.
 * @returns them as a variable would list them.
 * @throws Error that names the file and never quotes from it.
 */
export function readKeyLines(file: string, text: string): string {
  const keys = linesIn(text);
  if (!keys.every((key) => /^[\x21-\x2b\x2d-\x7e]+$/.test(key)))
    throw new Error(`${file} must hold one key a line, without commas, quotes around it or blanks within`);
  checkKeys(keys, file);
  return keys.join(',');
}

/** The one value in a file, such as a part of an access key. @throws Error that names the file and never quotes from it. */
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
