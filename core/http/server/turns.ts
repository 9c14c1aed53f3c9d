/** Calls back in a later turn of the event loop. */
export type Turns = (goOn: () => void) => void;

/**
 * Spreads work over turns of the event loop: `perTurn` callers go on in each, in the order in which they asked. Between
 * two turns the loop takes new connections and whatever others have sent.
 */
export function createTurns(perTurn: number): Turns {
  let waiting: (() => void)[] = [];
  const run = (): void => {
    const now = waiting.slice(0, perTurn);
    waiting = waiting.slice(perTurn);
    if (waiting.length > 0) setImmediate(run);
    for (const goOn of now) goOn();
  };
  return (goOn) => {
    waiting.push(goOn);
    if (waiting.length === 1) setImmediate(run);
  };
}
