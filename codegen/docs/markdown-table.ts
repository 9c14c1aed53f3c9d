/** A table of Markdown. A bar inside a cell is escaped, also in code. */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  return [headings, headings.map(() => '---'), ...rows].map(line).join('\n');
}

/** As code: what a reader would type or compare. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** As the end of a sentence: with a capital first and a full stop. */
export function sentence(text: string): string {
  const capital = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}
