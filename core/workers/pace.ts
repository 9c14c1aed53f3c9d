/** Callers that go on between two turns of the event loop, unless told otherwise. */
const CALLERS_PER_TURN = 2;

/** Resolves when the account's turn has come: a few callers go on at each turn of the event loop. */
export type Pace = (accountId: number) => Promise<void>;

/** The pace of one account. */
export type Turn = () => Promise<void>;

/**
 * Shared by callers that do the same short work, so that the event loop is held no longer for a hundred of them than for
 * a few. Accounts take turns, and callers of one account keep their order. The callers are bounded by what brings them:
 * bodies that are received, calls that are sent.
 * @param nextTurn calls back in a later turn of the event loop, the next one unless told otherwise.
 */
export function createPace(
  perTurn = CALLERS_PER_TURN,
  nextTurn: (turn: () => void) => void = setImmediate,
): Pace {
  /** In the order of their turns; none is empty. */
  const waiting = new Map<number, (() => void)[]>();
  const turn = (): void => {
    for (let count = 0; count < perTurn; count += 1) takeNext(waiting)?.();
    if (waiting.size > 0) nextTurn(turn);
  };
  return (accountId) =>
    new Promise((resolve) => {
      if (waiting.size === 0) nextTurn(turn);
      const callers = waiting.get(accountId);
      if (callers === undefined) waiting.set(accountId, [resolve]);
      else callers.push(resolve);
    });
}

/** The first caller of the account whose turn it is, which then takes the last turn. */
function takeNext(waiting: Map<number, (() => void)[]>): (() => void) | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const [accountId, callers] = first;
  const caller = callers.shift();
  waiting.delete(accountId);
  if (callers.length > 0) waiting.set(accountId, callers);
  return caller;
}
