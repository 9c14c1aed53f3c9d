/**
 * Backticks that begin and end a block of code in Markdown, more than the text has in a row, so that it cannot close them.
 * @param {string} text
 * @returns {string}
 */
export function codeFence(text) {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  return '`'.repeat(longest + 1);
}
