/**
 * Cohen's kappa (1960): how far two raters agree beyond what chance would bring about. 1 where they always agree, 0 where
 * they agree as often as by chance, negative where less often.
 * @param ratings of each item by the one and by the other; any values, compared as they are.
 * @returns null where it is not defined: without an item, or where both always say the same one thing.
 */
export function cohenKappa<T>(ratings: readonly (readonly [one: T, other: T])[]): number | null {
  const n = ratings.length;
  if (n === 0) return null;
  const ones = countsOf(ratings.map(([one]) => one));
  const others = countsOf(ratings.map(([, other]) => other));
  const agreed = ratings.filter(([one, other]) => one === other).length;
  let byChance = 0;
  for (const [value, count] of ones) byChance += count * (others.get(value) ?? 0);
  // In integers until the last step, so that rounding is no disagreement.
  if (byChance === n ** 2) return null;
  return (agreed * n - byChance) / (n ** 2 - byChance);
}

function countsOf<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
