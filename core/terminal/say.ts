import { printableLines } from './printable-text.ts';

/** A line on standard error, for whoever watches. What it quotes of files and gateways cannot steer the terminal. */
export function say(text: string): void {
  process.stderr.write(`${printableLines(text)}\n`);
}
