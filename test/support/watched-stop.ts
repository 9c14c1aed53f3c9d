import { StopSource } from '../../core/upstream/stop-signal.ts';

/** A signal that tells how many wait for it. */
export class WatchedStop extends StopSource {
  readonly #callbacks = new Set<() => void>();

  get waiting(): number {
    return this.#callbacks.size;
  }

  override whenStopped(callback: () => void): () => void {
    this.#callbacks.add(callback);
    const forget = super.whenStopped(() => {
      this.#callbacks.delete(callback);
      callback();
    });
    return () => {
      this.#callbacks.delete(callback);
      forget();
    };
  }
}
