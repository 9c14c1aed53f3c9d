/**
 * Shares room among things of different lengths: what is short gets all it needs, and what that leaves the long ones share
 * evenly. @returns the room of each, in the same unit; together no more than `room`.
 */
export function shareRoom(lengths: readonly number[], room: number): readonly number[] {
  const shares = lengths.map(() => 0);
  const shortestFirst = [...lengths.entries()].toSorted(([, a], [, b]) => a - b);
  let [left, waiting] = [room, lengths.length];
  for (const [index, length] of shortestFirst) {
    const share = Math.min(length, Math.floor(left / waiting));
    shares[index] = share;
    left -= share;
    waiting -= 1;
  }
  return shares;
}
