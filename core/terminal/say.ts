import { printableLines, wrapWords } from './printable-text.ts';

/**
 * Lines on standard error, for whoever watches, broken between words at the terminal's width. What they quote of files and
 * gateways cannot steer the terminal.
 */
export function say(text: string): void {
  const { stderr } = process;
  // Some terminals call themselves 0 columns wide.
  const width = stderr.isTTY && stderr.columns > 0 ? stderr.columns : Number.POSITIVE_INFINITY;
  // What is indented is a quote of a file.
  const lines = printableLines(text)
    .split('\n')
    .map((line) => (line.length <= width || line.startsWith(' ') ? line : wrapWords(line, width)));
  stderr.write(`${lines.join('\n')}\n`);
}
