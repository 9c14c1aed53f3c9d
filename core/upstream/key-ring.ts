/**
 * The keys of one provider in turn. A rest only moves calls to keys that are better off. Where every key rests, the one
 * whose rest ends first is used all the same: a limit may be on tokens and a refusal of one model, so the call may pass,
 * and a provider with a single key is asked as if there were no rests.
 */
export interface KeyRing {
  /** The index of the key to send with. */
  take(): number;
  /** Keeps a key back for so long, or longer where it rests longer already. */
  rest(index: number, durationMs: number): void;
  /** Whether a key besides this one is there that does not rest. */
  hasOther(index: number): boolean;
  /** By index, whether the key rests. */
  resting(): readonly boolean[];
}

/** @param now milliseconds of a clock that never goes back. */
export function createKeyRing(size: number, now: () => number): KeyRing {
  const restsUntil = Array.from({ length: size }, () => Number.NEGATIVE_INFINITY);
  let last = size - 1;

  return {
    take() {
      if (size === 1) return 0;
      const time = now();
      let soonest = (last + 1) % size;
      for (let step = 1; step <= size; step += 1) {
        const index = (last + step) % size;
        const until = restsUntil[index] ?? 0;
        if (until <= time) {
          last = index;
          return index;
        }
        if (until < (restsUntil[soonest] ?? 0)) soonest = index;
      }
      last = soonest;
      return soonest;
    },
    rest(index, durationMs) {
      restsUntil[index] = Math.max(restsUntil[index] ?? 0, now() + durationMs);
    },
    hasOther(index) {
      const time = now();
      return restsUntil.some((until, other) => other !== index && until <= time);
    },
    resting() {
      const time = now();
      return restsUntil.map((until) => until > time);
    },
  };
}
