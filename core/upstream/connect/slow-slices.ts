/** A slice of a body takes a tenth of this; one that is all short headers, trailers or chunks takes more. */
const SLOW_MS = 1;
/** Of all connections together; what is received then waits for a later turn. */
const SLOW_MS_PER_TURN = 4;

/**
 * What slow slices of replies have taken in this turn of the event loop. Shared by all connections: any number of them may
 * have something to read in one turn. Quick slices do not count, so many ordinary replies never wait for each other.
 */
export interface SlowSlices {
  /** @returns whether the slice was slow. */
  add(milliseconds: number): boolean;
  /** Whether they have taken all the time that they may. */
  areTooMany(): boolean;
}

export function createSlowSlices(): SlowSlices {
  let msOfTurn = 0;
  return {
    add(milliseconds) {
      if (milliseconds < SLOW_MS) return false;
      if (msOfTurn === 0) setImmediate(() => (msOfTurn = 0));
      msOfTurn += milliseconds;
      return true;
    },
    areTooMany: () => msOfTurn >= SLOW_MS_PER_TURN,
  };
}
