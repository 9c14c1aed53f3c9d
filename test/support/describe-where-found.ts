import { describe, test } from 'vitest';

/** What a machine may lack. */
export interface Needed<Tool> {
  /** For the name of the test that stands for the skipped ones, such as `a Prometheus`. */
  readonly tool: string;
  /** What was looked for in vain, such as `NO redis-server ON THE PATH`. */
  readonly lack: string;
  /** Undefined where there is none. */
  readonly found: Tool | undefined;
}

/** Tests that need what a machine may lack. There they are skipped with one loud line; in CI that is a failure. */
export function describeWhereFound<Tool>(
  name: string,
  { tool, lack, found }: Needed<Tool>,
  define: (found: Tool) => void,
): void {
  if (found !== undefined) {
    describe(name, () => define(found));
    return;
  }
  const message = `${lack}: "${name}" WAS NOT TESTED.`;
  if (process.env['CI'] === 'true') {
    test(name, () => {
      throw new Error(message);
    });
    return;
  }
  process.stderr.write(`\n${message}\n\n`);
  describe.skip(name, () => {
    test(`needs ${tool}`, () => {});
  });
}
