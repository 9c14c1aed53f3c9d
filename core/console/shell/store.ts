/** A state and the listeners to its changes. */
export interface Store<State extends object> {
  readonly get: () => State;
  readonly change: (change: Partial<State>) => void;
  readonly subscribe: (listener: (state: State, before: State) => void) => void;
  /** Calls the listener at once and after each change. */
  readonly watch: (listener: (state: State) => void) => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners: ((state: State, before: State) => void)[] = [];
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
    watch(listener) {
      listeners.push(listener);
      listener(state);
    },
  };
}
