import type { Usage } from './read-usage.ts';

/** The tokens of several calls; undefined where none of them reported any. */
export function addUsage(usages: readonly (Usage | undefined)[]): Usage | undefined {
  const reported = usages.filter((usage) => usage !== undefined);
  const [first, ...others] = reported;
  return first === undefined ? undefined : others.reduce(sumOf, first);
}

function sumOf(one: Usage, other: Usage): Usage {
  return {
    tokensIn: one.tokensIn + other.tokensIn,
    tokensCached: one.tokensCached + other.tokensCached,
    tokensCacheWrite: one.tokensCacheWrite + other.tokensCacheWrite,
    tokensOut: one.tokensOut + other.tokensOut,
    tokensReasoning:
      one.tokensReasoning === null || other.tokensReasoning === null
        ? null
        : one.tokensReasoning + other.tokensReasoning,
    searches: one.searches + other.searches,
  };
}
