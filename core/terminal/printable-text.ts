import { stripVTControlCharacters } from 'node:util';

/** East Asian wide and fullwidth ranges (Unicode 16, EastAsianWidth.txt, coarse), and emoji shown as pictures. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;
/** Whatever could move the cursor, hide, or reverse the reading order. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u{E0000}-\u{E007F}]/gu;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** No terminal line is longer; what follows is never looked at. */
const MAX_CHARACTERS = 4_000;

/**
 * A model's text made fit for one line of a terminal: white space runs become one space, and escape sequences, control
 * and format characters go, so that no answer can move the cursor, recolour the screen or reverse the reading order.
 */
export function onOneLine(text: string): string {
  return stripVTControlCharacters(text.slice(0, MAX_CHARACTERS))
    .replace(/\s+/g, ' ')
    .replace(UNPRINTABLE, '')
    .trim();
}

/** A model's text for a terminal, its lines kept: only line feeds and tabs are left of what is not printed. */
export function printableLines(text: string): string {
  return stripVTControlCharacters(text.replaceAll(/\r\n?/g, '\n')).replaceAll(UNPRINTABLE, (character) =>
    character === '\n' || character === '\t' ? character : '',
  );
}

/** Columns a printable text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of SEGMENTER.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** The text, or as much of it as fits into `columns` with an ellipsis. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of SEGMENTER.segment(text)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`;
}
