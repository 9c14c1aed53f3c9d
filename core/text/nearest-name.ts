const MAX_LENGTH = 64;

/**
 * The candidate most like a misspelt name; undefined where none comes close. Of two as close, one that goes on where the
 * name ends.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const lowered = name.toLowerCase();
  let nearest: string | undefined;
  // As many edits as it has characters would make any name of it.
  let fewest = Math.min(name.length, Math.max(1, Math.floor(name.length / 3)) + 1);
  for (const candidate of candidates) {
    // At least so many edits as it is longer or shorter.
    const isFar = Math.abs(candidate.length - name.length) > fewest || candidate.length > MAX_LENGTH;
    const edits = isFar ? Infinity : editDistance(lowered, candidate.toLowerCase(), fewest);
    if (edits < fewest) [nearest, fewest] = [candidate, edits];
    else if (edits === fewest && nearest !== undefined && goesOn(lowered, candidate, nearest))
      nearest = candidate;
  }
  return nearest;
}

function goesOn(lowered: string, candidate: string, than: string): boolean {
  return candidate.toLowerCase().startsWith(lowered) && !than.toLowerCase().startsWith(lowered);
}

/**
 * Insertions, deletions, replacements, and two neighbours that changed places (optimal string alignment).
 * @returns infinity as soon as it is more than `most`.
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
