/** A mistake in a manifest. `message` explains what is wrong and what to do. */
export interface ManifestProblem {
  readonly file: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  /** JSON Pointer into the manifest; empty for the whole file. */
  readonly path: string;
  readonly message: string;
}

/** `file:line:column path: message`, which editors and terminals turn into a link. */
export function formatProblem({ file, line, column, path, message }: ManifestProblem): string {
  const place = `${file}:${line}:${column}`;
  return path === '' ? `${place}: ${message}` : `${place} ${path}: ${message}`;
}

/** All problems of all manifests. */
export class ManifestError extends Error {
  readonly problems: readonly ManifestProblem[];

  constructor(problems: readonly ManifestProblem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'ManifestError';
    this.problems = problems;
  }
}
