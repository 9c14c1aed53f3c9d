import { stripVTControlCharacters } from 'node:util';

/** East Asian wide and fullwidth ranges (Unicode 16, EastAsianWidth.txt, coarse), and emoji shown as pictures. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;
/** Characters that could move the cursor, hide text, or reverse the reading order. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u{E0000}-\u{E007F}]/gu;
const ASCII = /^[ -~]*$/;
/** No terminal line is longer; the rest of a text is ignored. */
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
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of charactersOf(text)) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/** The text, or as much of it as fits into `columns` with an ellipsis. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let fitting = '';
  let width = 0;
  for (const character of charactersOf(text)) {
    width += WIDE.test(character) ? 2 : 1;
    if (width > columns - 1) break;
    fitting += character;
  }
  return columns < 1 ? '' : `${fitting.trimEnd()}…`;
}

/** Breaks a text between words into lines of at most `width` columns, if the words allow it. */
export function wrapWords(text: string, width: number): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

/** The columns of a line that may be coloured. */
export function shownWidth(line: string): number {
  return widthOf(stripVTControlCharacters(line));
}

/** Breaks each line between words, except indented and fenced lines: code and quotes of files stay as they are. */
export function wrapLines(text: string, width: number): string {
  let isFenced = false;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) isFenced = !isFenced;
      return isFenced || line.startsWith(' ') || shownWidth(line) <= width ? line : wrapWords(line, width);
    })
    .join('\n');
}

/** Columns of a terminal; infinite for a file or a pipe, and for terminals that call themselves 0 columns wide. */
export function columnsOf({ isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number {
  return isTTY && columns > 0 ? columns : Number.POSITIVE_INFINITY;
}

let segmenter: Intl.Segmenter | undefined;

/** As people count them. A segmenter takes as long to make as a small command takes, so it is made for the first text. */
function* charactersOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}
