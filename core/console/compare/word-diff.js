/** @import { diffArrays } from 'diff' */

/**
 * @typedef {object} DiffPart
 * @property {'same' | 'left' | 'right'} side Which of the two texts has it.
 * @property {string} text
 */

/** Words, runs of blanks, and single other characters. */
const PIECE = /\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;
/** Longer texts are not compared: the work grows with the square of their differences. */
const MAX_PIECES = 12_000;
const MAX_DIFFERENCES = 1_000;

/**
 * What two texts have in common and what not, word by word. Pure. Parts of the left text come before those of the right one.
 * @param {string} left
 * @param {string} right
 * @param {typeof diffArrays} diff
 * @returns {readonly DiffPart[] | undefined} Undefined where they are too long, or differ too much, to be compared.
 */
export function wordDiff(left, right, diff) {
  const [one, other] = [left.match(PIECE) ?? [], right.match(PIECE) ?? []];
  if (one.length + other.length > MAX_PIECES) return undefined;
  const parts = diff([...one], [...other], { maxEditLength: MAX_DIFFERENCES });
  return parts?.map(({ added, removed, value }) => ({
    side: added ? 'right' : removed ? 'left' : 'same',
    text: value.join(''),
  }));
}
