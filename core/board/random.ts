/** Two to the power of 32. */
const RANGE = 4_294_967_296;

/**
 * Random numbers that are the same for the same seed on every machine (mulberry32, by Tommy Ettinger, public domain).
 * @param seed a whole number.
 * @returns from 0 up to, but not including, 1.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / RANGE;
  };
}
