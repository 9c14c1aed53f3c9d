import { printableLines } from '../../terminal/printable-text.ts';
import { formatProblem, type ManifestProblem } from '../../manifests/load/manifest-problem.ts';

/** A mistake in a suite or its prompts, with the place where it stands. */
export type SuiteProblem = ManifestProblem;

const MAX_SHOWN = 20;
const MAX_LINE = 120;

/** Thrown by `readSuite` and `readLabels`; its message shows every problem with the line of the file it is in. */
export class SuiteError extends Error {
  readonly problems: readonly SuiteProblem[];

  /** @param texts The files' texts, by their names. */
  constructor(
    problems: readonly SuiteProblem[],
    texts: ReadonlyMap<string, string> = new Map(),
    title = 'the suite cannot be run',
  ) {
    const shown = problems.slice(0, MAX_SHOWN).map((problem) => withCaret(problem, texts.get(problem.file)));
    const more = problems.length - shown.length;
    super([title, ...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'));
    this.name = 'SuiteError';
    this.problems = problems;
  }
}

/** The problem, and below it the line with a caret under the place. */
function withCaret(problem: SuiteProblem, text: string | undefined): string {
  const told = printableLines(formatProblem(problem));
  const lines = text?.split('\n') ?? [];
  const line = lines[problem.line - 1]?.replace(/\r$/, '').replaceAll(/[\t\r]/g, ' ');
  if (line === undefined || line.trim() === '') return told;
  const at = problem.column - 1;
  const from = Math.max(0, at - MAX_LINE / 2);
  const before = printableLines(line.slice(from, at));
  const after = printableLines(line.slice(Math.max(from, at), from + MAX_LINE));
  return `${told}\n    ${before}${after}\n    ${' '.repeat(before.length)}^`;
}
