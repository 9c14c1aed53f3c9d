/** Two places in what is compared, the lower first. */
export type Pair = readonly [number, number];

/** Every pair of n, the lower index first. */
export function pairsOf(count: number): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let a = 0; a < count; a += 1) for (let b = a + 1; b < count; b += 1) pairs.push([a, b]);
  return pairs;
}

/**
 * The pairs that a request has judged, each the lower index first, in the order of its evaluations.
 * @param count of what can be compared.
 * @param wanted the request's own pairs, each once; every pair where it names none.
 */
export function judgedPairs(count: number, wanted: readonly Pair[] | undefined): readonly Pair[] {
  if (wanted === undefined) return pairsOf(count);
  return wanted.map(lowerFirst).toSorted(([a, b], [otherA, otherB]) => a - otherA || b - otherB);
}

export function lowerFirst([one, other]: Pair): Pair {
  return one < other ? [one, other] : [other, one];
}
