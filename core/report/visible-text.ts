const FLAG = '\u{1F3F4}';
/**
 * A flag of a region, such as that of Wales, or a character one does not see and should know of: control characters but
 * for line breaks and tabs, what reorders the text around it, spaces without width, and tag characters of no flag. A flag
 * is matched as a whole going forward: looking back from each tag character would take quadratic time.
 */
const FLAG_OR_HIDDEN =
  /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}|[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
const ORDINARY = new Set(['\n', '\t', '\r']);
/** Of a text with more of them the others are replaced: each name is an element, and each override work for the page. */
const MAX_MARKED = 500;
// In every font: a change of font at each of them would be slow.
const REPLACEMENT = '·';

interface TextPart {
  readonly text: string;
  /** Then the text names the character, such as `U+202E`. */
  readonly isHidden: boolean;
}

/**
 * A model's text in parts: what can be seen, and the names of what cannot. Pure.
 * @param maxMarked how many are named; a dot stands for each of the others.
 */
export function visibleParts(text: string, maxMarked = MAX_MARKED): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  let marked = 0;
  for (const { 0: character, index } of text.matchAll(FLAG_OR_HIDDEN)) {
    if (isOrdinary(character)) continue;
    if (marked >= maxMarked) break;
    marked += 1;
    if (index > end) parts.push({ text: text.slice(end, index), isHidden: false });
    parts.push({ text: nameOf(character), isHidden: true });
    end = index + character.length;
  }
  if (end < text.length) parts.push({ text: withoutHidden(text.slice(end)), isHidden: false });
  return parts;
}

/** The same as one text, for where no element can be, such as a title. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}

function withoutHidden(text: string): string {
  return text.replace(FLAG_OR_HIDDEN, (found) => (isOrdinary(found) ? found : REPLACEMENT));
}

function isOrdinary(found: string): boolean {
  return ORDINARY.has(found) || found.startsWith(FLAG);
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
