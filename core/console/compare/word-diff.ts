import type { diffArrays } from 'diff';

export interface DiffPart {
  /** Which of the two texts has it. */
  readonly side: 'same' | 'left' | 'right';
  readonly text: string;
}

/** Words, runs of blanks, and single other characters. */
const PIECE = /\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;
/** Longer texts are not compared: the work grows with the square of their differences. */
const MAX_PIECES = 12_000;
const MAX_DIFFERENCES = 1_000;

/**
 * What two texts have in common and what not, word by word. Pure. Parts of the left text come before those of the right one.
 * @returns undefined where they are too long, or differ too much, to be compared.
 */
export function wordDiff(
  left: string,
  right: string,
  diff: typeof diffArrays,
): readonly DiffPart[] | undefined {
  const [one, other] = [left.match(PIECE) ?? [], right.match(PIECE) ?? []];
  if (one.length + other.length > MAX_PIECES) return undefined;
  const parts = diff([...one], [...other], { maxEditLength: MAX_DIFFERENCES });
  return parts?.map(({ added, removed, value }) => ({
    side: added ? 'right' : removed ? 'left' : 'same',
    text: value.join(''),
  }));
}
