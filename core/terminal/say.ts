import { columnsOf, printableLines, wrapLines } from './printable-text.ts';

/**
 * Lines on standard error, for whoever watches, broken between words at the terminal's width. What they quote of files and
 * gateways cannot steer the terminal.
 */
export function say(text: string): void {
  const { stderr } = process;
  stderr.write(`${wrapLines(printableLines(text), columnsOf(stderr))}\n`);
}
