/** Of a list that a client sends in a header; a browser's have a tenth. To read a list may take the square of its length. */
const MAX_LIST_CHARACTERS = 1_024;

/** @param values of the header, as often as it was sent. */
export function isListTooLong(values: readonly string[] | undefined): boolean {
  const characters = values?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  return characters > MAX_LIST_CHARACTERS;
}
