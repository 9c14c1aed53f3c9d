/** `text` replaces the characters from `start` (inclusive) to `end` (exclusive). */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function applyEdit(text: string, { start, end, text: inserted }: TextEdit): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

/** The start of the next line; the offset itself if a line starts there. */
export function nextLineStart(text: string, offset: number): number {
  if (offset === 0 || text[offset - 1] === '\n') return offset;
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

/** The line ending of the text. */
function lineEnding(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** Inserts whole lines at an offset. If the line before has no ending, it gets one. */
export function wholeLines(text: string, offset: number, lines: readonly string[]): TextEdit {
  const ending = lineEnding(text);
  const isMidLine = offset > 0 && text[offset - 1] !== '\n';
  const inserted = lines.map((line) => line + ending).join('');
  return { start: offset, end: offset, text: isMidLine ? ending + inserted : inserted };
}
