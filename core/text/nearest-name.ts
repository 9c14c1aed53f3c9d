const MAX_LENGTH = 64;

/**
 * The candidate that is most similar to a misspelt name; undefined if none is close. Among equals, one that continues the
 * name is preferred.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const lowered = name.toLowerCase();
  let nearest: string | undefined;
  // As many edits as the name has characters would turn it into any name.
  let fewest = Math.min(name.length, Math.max(1, Math.floor(name.length / 3)) + 1);
  for (const candidate of candidates) {
    // The difference in length is a lower bound of the edits.
    const isFar = Math.abs(candidate.length - name.length) > fewest || candidate.length > MAX_LENGTH;
    const edits = isFar ? Infinity : editDistance(lowered, candidate.toLowerCase(), fewest);
    if (edits < fewest) [nearest, fewest] = [candidate, edits];
    else if (edits === fewest && nearest !== undefined && continuesName(lowered, candidate, nearest))
      nearest = candidate;
  }
  return nearest;
}

function continuesName(lowered: string, candidate: string, than: string): boolean {
  return candidate.toLowerCase().startsWith(lowered) && !than.toLowerCase().startsWith(lowered);
}

/**
 * The number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
 * @returns infinity as soon as it exceeds `most`.
 */
function editDistance(a: string, b: string, most: number): number {
  let [before, previous] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let fewestInRow = row;
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwapped ? (before[column - 2] ?? Infinity) + 1 : Infinity;
      const edits = Math.min(replaced, swapped, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      fewestInRow = Math.min(fewestInRow, edits);
      current.push(edits);
    }
    if (fewestInRow > most) return Infinity;
    [before, previous] = [previous, current];
  }
  return previous[b.length] ?? 0;
}
