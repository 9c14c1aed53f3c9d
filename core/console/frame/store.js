/**
 * One value that may change, and those who want to know.
 * @template {object} State
 * @typedef {object} Store
 * @property {() => State} get
 * @property {(change: Partial<State>) => void} change
 * @property {(listener: (state: State, before: State) => void) => void} subscribe
 */

/**
 * @template {object} State
 * @param {State} initial
 * @returns {Store<State>}
 */
export function createStore(initial) {
  let state = initial;
  /** @type {((state: State, before: State) => void)[]} */
  const listeners = [];
  return {
    get: () => state,
    change(change) {
      const before = state;
      state = { ...state, ...change };
      for (const listener of listeners) listener(state, before);
    },
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
