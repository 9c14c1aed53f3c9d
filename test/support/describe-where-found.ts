import { describe, test } from 'vitest';
import { NEEDS } from './closing-line.ts';

/** What a machine may lack. */
export interface Needed<Tool> {
  /** The program as people call it, such as `Prometheus`. */
  readonly tool: string;
  /** Undefined if the machine has none. */
  readonly found: Tool | undefined;
}

/** Tests that need a program that a machine may lack. They are skipped there; in CI that is a failure. */
export function describeWhereFound<Tool>(
  name: string,
  { tool, found }: Needed<Tool>,
  define: (found: Tool) => void,
): void {
  if (found !== undefined) {
    describe(name, () => define(found));
    return;
  }
  describe(name, () => {
    test.skipIf(process.env['CI'] !== 'true')(`${NEEDS}${tool}`, () => {
      throw new Error(
        `${tool} was not found, so "${name}" was not tested. CONTRIBUTING.md says how it is found.`,
      );
    });
  });
}
