import { describe, expect, it } from 'vitest';
import { createKeyRing } from '../../core/upstream/provider-line.ts';

function ringOf(size: number) {
  let nowMs = 50_000;
  const ring = createKeyRing(size, () => nowMs);
  return {
    ring,
    wait: (durationMs: number) => {
      nowMs += durationMs;
    },
    take: (count: number) => Array.from({ length: count }, () => ring.take()),
  };
}

describe('the key ring', () => {
  it('takes the keys in turn', () => {
    expect(ringOf(3).take(7)).toEqual([0, 1, 2, 0, 1, 2, 0]);
  });

  it('passes a resting key over, for exactly as long as it rests', () => {
    const { ring, wait, take } = ringOf(3);
    ring.rest(1, 1_000);
    expect(take(4)).toEqual([0, 2, 0, 2]);
    expect(ring.resting()).toEqual([false, true, false]);
    wait(999);
    expect(take(2)).toEqual([0, 2]);
    wait(1);
    expect(take(3)).toEqual([0, 1, 2]);
    expect(ring.resting()).toEqual([false, false, false]);
  });

  it('does not shorten a rest', () => {
    const { ring, wait } = ringOf(2);
    ring.rest(0, 1_000);
    ring.rest(0, 10);
    wait(999);
    expect(ring.resting()).toEqual([true, false]);
  });

  it.each([
    [[3_000, 1_000, 2_000], 1],
    [[1_000, 3_000, 2_000], 0],
    [[3_000, 2_000, 1_000], 2],
  ])('where all rest for %j ms uses the one whose rest ends first', (rests, expected) => {
    const { ring, take } = ringOf(3);
    for (const [index, durationMs] of rests.entries()) ring.rest(index, durationMs);
    expect(take(2)).toEqual([expected, expected]);
  });

  it('takes the next one in turn among keys that rest equally long', () => {
    const { ring, take } = ringOf(3);
    for (const index of [0, 1, 2]) ring.rest(index, 1_000);
    expect(take(4)).toEqual([0, 1, 2, 0]);
  });

  it('knows whether another key is there', () => {
    const { ring, wait } = ringOf(2);
    expect([ring.hasOther(0), ring.hasOther(1)]).toEqual([true, true]);
    ring.rest(0, 1_000);
    expect([ring.hasOther(0), ring.hasOther(1)]).toEqual([true, false]);
    wait(1_000);
    expect(ring.hasOther(1)).toBe(true);
  });

  it('of one key is that key always, resting or not', () => {
    const { ring, take } = ringOf(1);
    ring.rest(0, 0);
    expect(ring.hasOther(0)).toBe(false);
    ring.rest(0, 1_000);
    expect(take(2)).toEqual([0, 0]);
    expect({ resting: ring.resting(), other: ring.hasOther(0) }).toEqual({ resting: [true], other: false });
  });
});
