/**
 * Backticks that begin and end a block of code in Markdown, more than the text has in a row, so that it cannot close them.
 */
export function codeFence(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  return '`'.repeat(longest + 1);
}
