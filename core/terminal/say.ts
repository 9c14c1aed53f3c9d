import { columnsOf, printableLines, wrapLines } from './printable-text.ts';

/**
 * Writes lines to standard error, broken between words at the terminal's width. Control characters quoted from files and
 * gateways are removed.
 */
export function say(text: string): void {
  const { stderr } = process;
  stderr.write(`${wrapLines(printableLines(text), columnsOf(stderr))}\n`);
}
