/**
 * The fence of a Markdown code block: more backticks than the text has in a row, so that it cannot close the block.
 */
export function codeFence(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  return '`'.repeat(longest + 1);
}
