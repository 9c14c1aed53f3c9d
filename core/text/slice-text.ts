/**
 * Takes a part of a text without dividing characters. So the part may be one unit shorter or begin one unit later.
 * @param offset in UTF-16 code units.
 * @param characters in UTF-16 code units; at least 2.
 * @returns also the offset of the next part; null at the end of the text.
 */
export function sliceText(text: string, offset: number, characters: number) {
  const end = offset + characters;
  const isEnd = text.length <= end;
  const from = dividesCharacter(text, offset) ? offset + 1 : offset;
  const to = dividesCharacter(text, end) ? end - 1 : end;
  return { text: text.slice(from, to), nextOffset: isEnd ? null : to };
}

/** Whether a cut at this place would divide a surrogate pair. */
export function dividesCharacter(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
