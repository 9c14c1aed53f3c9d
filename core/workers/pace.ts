/** Callers that go on between two turns of the event loop, unless told otherwise. */
const CALLERS_PER_TURN = 2;

/** Resolves when its caller may go on: a few callers at each turn of the event loop, in the order they came. */
export type Pace = () => Promise<void>;

/**
 * Shared by callers that do the same short work, so that the event loop is held no longer for a hundred of them than for
 * a few. The callers are bounded by what brings them: bodies that are received, calls that are sent.
 * @param nextTurn calls back in a later turn of the event loop, the next one unless told otherwise.
 */
export function createPace(
  perTurn = CALLERS_PER_TURN,
  nextTurn: (turn: () => void) => void = setImmediate,
): Pace {
  const waiting: (() => void)[] = [];
  const turn = (): void => {
    for (const goOn of waiting.splice(0, perTurn)) goOn();
    if (waiting.length > 0) nextTurn(turn);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) nextTurn(turn);
    });
}
