import { formatProblem, type ManifestProblem } from '../manifests/load/manifest-problem.ts';
import { widthOf } from './printable-text.ts';

/** Characters of a line that are shown, so that a long line does not push its caret off the screen. */
const WINDOW = 100;
const LEAD = 60;

/** The text of the line that a problem is on; undefined if it is not on a line of a file. */
export type FindLine = (problem: ManifestProblem) => string | undefined;

/** @param texts by file. Each is split once, whatever the number of problems. */
export function lineFinder(texts: ReadonlyMap<string, string>): FindLine {
  const split = new Map<string, readonly string[]>();
  return ({ file, line }) => {
    const lines = split.get(file) ?? texts.get(file)?.split(/\r?\n/) ?? [];
    split.set(file, lines);
    return lines[line - 1];
  };
}

/** A problem and its place, in one line that a terminal can show. */
export function describeProblem(problem: ManifestProblem): string {
  return printable(formatProblem(problem));
}

/** A problem, its line, and a caret under the place. */
export function quoteProblem(problem: ManifestProblem, findLine: FindLine): string {
  const line = findLine(problem);
  const description = describeProblem(problem);
  return line === undefined || line.trim() === ''
    ? `${description}\n`
    : `${description}\n${quote(problem, line)}`;
}

function quote({ line, column }: ManifestProblem, text: string): string {
  const from = Math.max(0, Math.min(column - 1 - LEAD, text.length - WINDOW));
  const textBefore = printable(text.slice(from, column - 1));
  const rest = printable(text.slice(column - 1, from + WINDOW));
  const lead = from > 0 ? '…' : '';
  const tail = from + WINDOW < text.length ? '…' : '';
  const number = String(line).padStart(5);
  const margin = ' '.repeat(number.length);
  const indent = ' '.repeat(widthOf(lead + textBefore));
  const carets = '^'.repeat(Math.max(1, widthOf(placeIn(rest))));
  return `${number} | ${lead}${textBefore}${rest}${tail}\n${margin} | ${indent}${carets}\n`;
}

/** The word, quoted text or bracket that begins a text. */
function placeIn(rest: string): string {
  return /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[[{]|[^\s,\]}#:]+)/.exec(rest)?.[0] ?? '';
}

/** Control and reordering characters would act on the terminal; each gives way to a visible one of the same width. */
function printable(text: string): string {
  return text.replace(/\t/g, ' ').replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '�');
}
