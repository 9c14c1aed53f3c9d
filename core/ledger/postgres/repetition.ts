/** Work that is done again and again, and never overlaps itself. */
export class Repetition {
  readonly #pauseMs: number;
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  /**
   * @param pauseMs before each time, milliseconds.
   * @param work where it rejects, such as while the database is away, that time counted for nothing; the next comes.
   */
  constructor(pauseMs: number, work: () => Promise<void>) {
    this.#pauseMs = pauseMs;
    this.#work = work;
  }

  /** Does nothing once it was stopped. */
  start(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#work()
        .catch(() => {})
        .finally(() => this.start());
    }, this.#pauseMs);
    this.#timer.unref();
  }

  /** Waits for work that still runs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
