/** The hand-written files of `core/`, by their path from the root of the checkout. */
export type Sources = ReadonlyMap<string, string>;

/** One range of a file and what takes its place. */
export interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One rule that money depends on, how to take it away, and the test that must notice. */
export interface Guard {
  readonly name: string;
  /** Finds the guard by name, wherever its file is. @throws Error unless it is found exactly once. */
  readonly remove: (sources: Sources) => Edit;
  /** Name of the test's file without `.test.ts`, with its folder where several files have the name. */
  readonly test: string;
  /** The test's title as its source spells it, placeholders included. */
  readonly title: string;
}

/** @throws Error unless there is exactly one. */
export function onlyOne<T>(found: readonly T[], what: string): T {
  const [one, ...others] = found;
  if (one === undefined) throw new Error(`Nothing found in core/: ${what}. Was it renamed?`);
  if (others.length > 0)
    throw new Error(`Found ${found.length} times in core/: ${what}. Name it more closely.`);
  return one;
}
