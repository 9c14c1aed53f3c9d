const FLAG = '\u{1F3F4}';
/**
 * A flag of a region, such as Wales, or an invisible character that readers should know of: control characters,
 * characters that reorder text, spaces without width, and tag characters outside a flag. The expression matches a whole
 * flag, because looking back from each tag character would take quadratic time.
 */
const FLAG_OR_HIDDEN =
  /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}|[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
const ORDINARY = new Set(['\n', '\t', '\r']);
/** Further invisible characters are replaced by a dot, because each name is an element. */
const MAX_NAMES = 500;
// A character of every font, because changing the font at each one would be slow.
const REPLACEMENT = '·';

interface TextPart {
  readonly text: string;
  /** Whether the text is the name of an invisible character, such as `U+202E`. */
  readonly isHidden: boolean;
}

/**
 * Splits a text into visible parts and the names of invisible characters. Pure.
 * @param maxNames further invisible characters become dots.
 */
export function visibleParts(text: string, maxNames = MAX_NAMES): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  let names = 0;
  for (const { 0: character, index } of text.matchAll(FLAG_OR_HIDDEN)) {
    if (isOrdinary(character)) continue;
    if (names >= maxNames) break;
    names += 1;
    if (index > end) parts.push({ text: text.slice(end, index), isHidden: false });
    parts.push({ text: nameOf(character), isHidden: true });
    end = index + character.length;
  }
  if (end < text.length) parts.push({ text: withoutHidden(text.slice(end)), isHidden: false });
  return parts;
}

/** The same as one text, for places without elements, such as a title. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}

function withoutHidden(text: string): string {
  return text.replace(FLAG_OR_HIDDEN, (match) => (isOrdinary(match) ? match : REPLACEMENT));
}

function isOrdinary(match: string): boolean {
  return ORDINARY.has(match) || match.startsWith(FLAG);
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
