import { placeTree } from '../../report/pair-matrix.ts';
import type { Tree } from '../../report/tree.ts';

const LETTERS = 26;

/**
 * What an answer is called beside its model: `A` for the first entry of the request, `AA` after `Z`. A letter, because a
 * number is read as a rank.
 * @param index from 0.
 */
export function placeLetter(index: number): string {
  const last = String.fromCodePoint(65 + (index % LETTERS));
  return index < LETTERS ? last : placeLetter(Math.floor(index / LETTERS) - 1) + last;
}

/** A model's place in the request, by which tables and the plot call it. */
export function placeOf(index: number): Tree {
  return placeTree(placeLetter(index));
}
