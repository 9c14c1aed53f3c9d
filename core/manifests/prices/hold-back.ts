import type { ListedPrice } from './price-list.ts';

/** A price that moves so far is a slipped unit more often than news. */
const HELD_FACTOR = 10n;
/** The most a manifest can hold: 99,999.999999 US dollars per million tokens. */
const MAX_PICO_USD = 99_999_999_999n;

/**
 * Why a price is not taken over by itself; null where it is.
 * @param from pico-USD per token; undefined where the manifest has no such price.
 */
export function holdPrice(from: bigint | undefined, listed: ListedPrice): string | null {
  if ('inexact' in listed) return 'the list has more than six places; a price must be exact';
  const { picoUsd: to } = listed;
  if (to > MAX_PICO_USD) return 'is more than a manifest can hold';
  if (to === 0n) return 'falls to zero';
  if (from === undefined) return null;
  if (from === 0n) return 'rises from zero';
  if (to >= from * HELD_FACTOR) return 'rises 10 times or more';
  return to * HELD_FACTOR <= from ? 'falls 10 times or more' : null;
}

/** Why a limit is not taken over by itself; null where it is. */
export function holdLimit(from: number, to: number): string | null {
  return to < from ? 'shrinks' : null;
}
