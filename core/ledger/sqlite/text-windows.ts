/** The most bytes of one text that are read at once. */
export const WINDOW_BYTES = 64 * 1_048_576;
/** Two whole windows, or many short texts. */
const MAX_BYTES = 2 * WINDOW_BYTES;
/** Long enough for a client that reads a text piece by piece. */
const IDLE_MS = 10_000;

/**
 * The parts of long texts that were read last, at most 128 MiB. SQLite reads a text from its beginning whenever it is asked
 * for a part of it, so pieces are taken from a window of 64 MiB that is read once. Empty once nobody has read for 10 s.
 */
export class TextWindows {
  /** The one that was used last is at the end. */
  readonly #windows = new Map<string, Uint8Array>();
  #bytes = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param key names the text and the window. @param read is called where the window is not here. */
  get(key: string, read: () => Uint8Array | undefined): Uint8Array | undefined {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.clear(), IDLE_MS).unref();
    const window = this.#windows.get(key) ?? read();
    this.#forget(key);
    if (window === undefined || window.byteLength > MAX_BYTES) return window;
    for (const [oldest] of this.#windows) {
      if (this.#bytes + window.byteLength <= MAX_BYTES) break;
      this.#forget(oldest);
    }
    this.#windows.set(key, window);
    this.#bytes += window.byteLength;
    return window;
  }

  clear(): void {
    this.#windows.clear();
    this.#bytes = 0;
    clearTimeout(this.#idle);
  }

  #forget(key: string): void {
    this.#bytes -= this.#windows.get(key)?.byteLength ?? 0;
    this.#windows.delete(key);
  }
}
