/** How many callers go on between two turns of the event loop by default. */
const CALLERS_PER_TURN = 2;

/**
 * Resolves when the account's turn has come. A few callers go on at each turn of the event loop.
 * @param cost how much of a turn the caller takes; 1 by default.
 */
export type Pace = (accountId: number, cost?: number) => Promise<void>;

/** Resolves when the turn of one account has come. */
export type WaitForTurn = () => Promise<void>;

interface Waiting {
  readonly goOn: () => void;
  readonly cost: number;
}

/**
 * Makes a pace for callers that do the same short work, so that a hundred of them hold the event loop no longer than a
 * few. Accounts take turns, and callers of one account keep their order. The bodies that are received and the calls that
 * are sent bound how many callers wait.
 * @param perTurn the callers that go on in one turn, or the sum of their costs; the last one may exceed it.
 * @param nextTurn calls back in a later turn of the event loop; by default in the next one.
 */
export function createPace(
  perTurn = CALLERS_PER_TURN,
  nextTurn: (turn: () => void) => void = setImmediate,
): Pace {
  /** In the order of their turns; none is empty. */
  const waiting = new Map<number, Waiting[]>();
  const turn = (): void => {
    let cost = 0;
    for (const [accountId, callers] of waiting) {
      if (cost >= perTurn) break;
      const caller = callers.shift();
      // The account then takes the last turn, which this loop may reach.
      waiting.delete(accountId);
      if (callers.length > 0) waiting.set(accountId, callers);
      cost += caller?.cost ?? 0;
      caller?.goOn();
    }
    if (waiting.size > 0) nextTurn(turn);
  };
  return (accountId, cost = 1) =>
    new Promise((goOn) => {
      if (waiting.size === 0) nextTurn(turn);
      const callers = waiting.get(accountId);
      if (callers === undefined) waiting.set(accountId, [{ goOn, cost }]);
      else callers.push({ goOn, cost });
    });
}
