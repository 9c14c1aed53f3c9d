import type { ManifestProblem } from '../../manifests/load/manifest-problem.ts';
import { lineFinder, quoteProblem } from '../../terminal/quote-source.ts';

/** A mistake in a suite or its prompts, with its place. */
export type SuiteProblem = ManifestProblem;

const MAX_QUOTES = 20;

/** Thrown by `readSuite` and `readLabels`; its message shows every problem with the line of the file it is in. */
export class SuiteError extends Error {
  readonly problems: readonly SuiteProblem[];

  /** @param texts The files' texts, by their names. */
  constructor(
    problems: readonly SuiteProblem[],
    texts: ReadonlyMap<string, string> = new Map(),
    title = 'the suite cannot be run',
  ) {
    const findLine = lineFinder(texts);
    const quotes = problems.slice(0, MAX_QUOTES).map((problem) => quoteProblem(problem, findLine).trimEnd());
    const more = problems.length - quotes.length;
    super([title, ...quotes, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'));
    this.name = 'SuiteError';
    this.problems = problems;
  }
}
