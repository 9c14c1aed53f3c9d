/**
 * Characters one does not see and should know of: control characters but for line breaks and tabs, what reorders the
 * text around it, and tag characters that belong to no flag.
 */
const HIDDEN =
  /[\p{Cc}\u202A-\u202E\u2066-\u2069]|(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]*)[\u{E0000}-\u{E007F}]/gu;
const ORDINARY = new Set(['\n', '\t', '\r']);
/** Of a text with more of them the rest is shown as it is: they are a pattern by then, not a trick. */
const MAX_MARKED = 500;

/**
 * @typedef {object} TextPart
 * @property {string} text
 * @property {boolean} isHidden Then the text names the character, such as `U+202E`.
 */

/**
 * A model's text in parts: what can be seen, and the names of what cannot. Pure.
 * @param {string} text
 * @returns {readonly TextPart[]}
 */
export function visibleParts(text) {
  /** @type {TextPart[]} */
  const parts = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (ORDINARY.has(character)) continue;
    if (parts.length >= 2 * MAX_MARKED) break;
    if (index > end) parts.push({ text: text.slice(end, index), isHidden: false });
    parts.push({ text: nameOf(character), isHidden: true });
    end = index + character.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isHidden: false });
  return parts;
}

/** @param {string} character */
function nameOf(character) {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
