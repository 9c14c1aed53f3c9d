/** `text` takes the place of what stands from `start` to before `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function applyEdit(text: string, { start, end, text: inserted }: TextEdit): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

/** Where the line after an offset begins; the offset itself where it begins a line. */
export function nextLineStart(text: string, offset: number): number {
  if (offset === 0 || text[offset - 1] === '\n') return offset;
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

/** How the text ends its lines. */
function lineEnding(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** Whole lines to be inserted at an offset; where the line before is the last and has no ending, it gets one. */
export function wholeLines(text: string, offset: number, lines: readonly string[]): TextEdit {
  const ending = lineEnding(text);
  const isMidLine = offset > 0 && text[offset - 1] !== '\n';
  const inserted = lines.map((line) => line + ending).join('');
  return { start: offset, end: offset, text: isMidLine ? ending + inserted : inserted };
}
