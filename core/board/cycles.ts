/**
 * Threes of sides of which the first beats the second, the second the third, and the third the first.
 * @param rate how often one beats the other, 0 to 1; undefined where they were not compared.
 * @returns `triples` counts the threes that were compared with each other.
 */
export function countCycles(
  rate: (one: number, other: number) => number | undefined,
  size: number,
): { readonly triples: number; readonly cycles: readonly (readonly [number, number, number])[] } {
  const cycles: [number, number, number][] = [];
  let triples = 0;
  for (let one = 0; one < size; one += 1) {
    for (let two = one + 1; two < size; two += 1) {
      const first = rate(one, two);
      if (first === undefined) continue;
      for (let three = two + 1; three < size; three += 1) {
        const second = rate(two, three);
        const third = rate(three, one);
        if (second === undefined || third === undefined) continue;
        triples += 1;
        if (first > 0.5 && second > 0.5 && third > 0.5) cycles.push([one, two, three]);
        if (first < 0.5 && second < 0.5 && third < 0.5) cycles.push([one, three, two]);
      }
    }
  }
  return { triples, cycles };
}
