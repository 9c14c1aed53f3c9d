/**
 * Takes a part of a text without dividing characters. So the part may be one unit shorter or begin one unit later.
 * @param offset in UTF-16 code units.
 * @param characters in UTF-16 code units; at least 2.
 * @returns also the offset of the next part; null at the end of the text.
 */
export function sliceText(text: string, offset: number, characters: number) {
  const end = offset + characters;
  const isEnd = text.length <= end;
  const from = isLowSurrogate(text, offset) ? offset + 1 : offset;
  const to = !isEnd && isHighSurrogate(text, end - 1) ? end - 1 : end;
  return { text: text.slice(from, to), nextOffset: isEnd ? null : to };
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
