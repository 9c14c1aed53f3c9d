/** The indexes of two compared answers, the lower first. */
export type Pair = readonly [number, number];

/** Every pair of n, the lower index first. */
export function pairsOf(count: number): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let a = 0; a < count; a += 1) for (let b = a + 1; b < count; b += 1) pairs.push([a, b]);
  return pairs;
}

/**
 * Lists the pairs that a request has judged, each with the lower index first, in the order of its evaluations.
 * @param count the number of answers.
 * @param wanted the pairs that the request names, each once; if undefined, every pair.
 */
export function judgedPairs(count: number, wanted: readonly Pair[] | undefined): readonly Pair[] {
  if (wanted === undefined) return pairsOf(count);
  return wanted.map(lowerFirst).toSorted(([a, b], [otherA, otherB]) => a - otherA || b - otherB);
}

export function lowerFirst([one, other]: Pair): Pair {
  return one < other ? [one, other] : [other, one];
}
