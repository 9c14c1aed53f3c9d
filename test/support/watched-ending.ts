import { EndingSource } from '../../core/upstream/ending.ts';

/** An ending that tells how many wait for it. */
export class WatchedEnding extends EndingSource {
  readonly #callbacks = new Set<() => void>();

  get waiting(): number {
    return this.#callbacks.size;
  }

  override whenOver(callback: () => void): () => void {
    this.#callbacks.add(callback);
    const forget = super.whenOver(() => {
      this.#callbacks.delete(callback);
      callback();
    });
    return () => {
      this.#callbacks.delete(callback);
      forget();
    };
  }
}
