export type Change = readonly [before: string | RegExp, after: string];

/** What is wrong with one manifest. */
export interface Mistake {
  /** Changes of `test/fixtures/manifests/one-model.yaml`, which has no mistake. */
  readonly changes: readonly Change[];
  /** The problems that the checks report, without the name of the file. */
  readonly problems: readonly string[];
}

/** Replaces the first occurrence of each text. @throws Error if the text lacks one. */
export function changeText(text: string, changes: readonly Change[]): string {
  return changes.reduce((current, [before, after]) => {
    const hasText = typeof before === 'string' ? current.includes(before) : before.test(current);
    if (!hasText) throw new Error(`the fixture has no ${String(before)}`);
    return current.replace(before, () => after);
  }, text);
}
