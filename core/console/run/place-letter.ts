import { placeBadge } from '../../report/pair-matrix.ts';
import type { Tree } from '../../report/tree.ts';

const LETTERS = 26;

/**
 * The short name of an answer: `A` for the first model of the request, `AA` after `Z`. A number would look like a rank.
 * @param index from 0.
 */
export function placeLetter(index: number): string {
  const last = String.fromCodePoint(65 + (index % LETTERS));
  return index < LETTERS ? last : placeLetter(Math.floor(index / LETTERS) - 1) + last;
}

/** The letter of an answer, for tables and the plot. */
export function letterBadge(index: number): Tree {
  return placeBadge(placeLetter(index));
}
