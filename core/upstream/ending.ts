/**
 * Something that ends once: a time, or a client's patience. An `AbortSignal` tells the same, but every call makes one
 * and listens to three, and that is a large part of what `receiveReply` saves.
 */
export interface Ending {
  readonly isOver: boolean;
  /**
   * Calls back once, when it is over; at once where it is.
   * @returns takes the callback back. Call it when the wait is over: the ending outlives it.
   */
  whenOver(callback: () => void): () => void;
}

/** The end that is in one's own hand. */
export class EndingSource implements Ending {
  readonly #waiting = new Set<() => void>();
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  whenOver(callback: () => void): () => void {
    if (this.#isOver) {
      callback();
      return () => {};
    }
    this.#waiting.add(callback);
    return () => this.#waiting.delete(callback);
  }

  /** Harmless to call twice. */
  end(): void {
    this.#isOver = true;
    for (const callback of this.#waiting) {
      this.#waiting.delete(callback);
      callback();
    }
  }
}

/** Calls back once, when the first of them is over. @returns as `whenOver`. */
export function whenFirstIsOver(endings: readonly Ending[], callback: () => void): () => void {
  const forgets: (() => void)[] = [];
  const forget = (): void => {
    for (const forgetOne of forgets) forgetOne();
  };
  const fire = (): void => {
    forget();
    callback();
  };
  if (endings.some(({ isOver }) => isOver)) callback();
  else for (const ending of endings) forgets.push(ending.whenOver(fire));
  return forget;
}
