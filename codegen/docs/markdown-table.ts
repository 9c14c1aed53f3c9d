/** A Markdown table. Bars inside cells are escaped, also in code. */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  return [headings, headings.map(() => '---'), ...rows].map(line).join('\n');
}

/** The text as inline code. */
export function code(text: string): string {
  return `\`${text}\``;
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}
