import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Credentials } from '../../core/config.ts';
import { KeyRing, type ProviderKey } from '../../core/upstream/key-ring.ts';

const token = (name: string): Credentials => ({
  kind: 'token',
  header: 'authorization',
  value: `Bearer ${name}`,
});

afterEach(() => vi.restoreAllMocks());

/** A key is identified by its index. */
function ringOf(size: number) {
  let nowMs = 50_000;
  const credentials = Array.from({ length: size }, (_value, index) => token(`key-${index}`));
  const keys = credentials.map((one, index) => ({ credentials: one, index, secrets: [] }));
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const keyRing = new KeyRing(credentials);
  const at = (index: number): ProviderKey =>
    keys[index] ?? { credentials: token('unknown'), index, secrets: [] };
  const ring = {
    rest: (index: number, durationMs: number): void => keyRing.rest(at(index), durationMs),
    hasOther: (index: number): boolean => keyRing.hasOther(at(index)),
    resting: () => keyRing.resting(),
  };
  return {
    ring,
    keyRing,
    wait: (durationMs: number) => {
      nowMs += durationMs;
    },
    take: (count: number) => Array.from({ length: count }, () => keyRing.take().index),
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

  it('takes the keys that replace others, and goes on where it was among those that stay', () => {
    const { keyRing, take } = ringOf(3);
    expect(take(2)).toEqual([0, 1]);
    keyRing.replace([token('new'), token('key-1'), token('key-2')]);
    const values = Array.from({ length: 4 }, () => keyRing.take().credentials);
    expect(values).toEqual(['key-2', 'new', 'key-1', 'key-2'].map(token));
  });

  it('keeps the rests of keys that stay, at whatever index, and of no others', () => {
    const { keyRing, ring, wait } = ringOf(3);
    ring.rest(1, 1_000);
    ring.rest(2, 1_000);
    keyRing.replace([token('new'), token('key-1')]);
    expect(keyRing.resting()).toEqual([false, true]);
    wait(1_000);
    keyRing.replace([token('key-2'), token('key-1')]);
    expect(keyRing.resting()).toEqual([false, false]);
  });

  it('lets a key that has been replaced rest no other, and masks it all the same', () => {
    const { keyRing } = ringOf(1);
    const sent = keyRing.take();
    keyRing.replace([token('new')]);
    keyRing.rest(sent, 1_000);
    expect([keyRing.resting(), keyRing.hasOther(sent)]).toEqual([[false], true]);
    expect([sent.secrets, keyRing.take().secrets]).toEqual([['key-0'], ['new']]);
  });
});
