import type { AnswerLog } from '../follow/answer-log.ts';
import { ReaderPace } from '../follow/reader-pace.ts';

/** How many readers may follow one request at once, at all gateways together. */
export const MAX_READERS = 16;

/** A request that this gateway runs, from its hold until its answer has been handed over or has failed. */
export interface RunningRequest {
  readonly requestId: string;
  readonly accountId: number;
  readonly holdMicroCredits: number;
  /** If set, its texts leave this gateway only to its caller. */
  readonly zeroDataRetention: boolean;
  /** Its answer so far; null if the answer cannot be followed. */
  readonly answerLog: AnswerLog | null;
  /** Starts no new calls. Calls that were sent go on to their end. Harmless to call twice. */
  cancel(): void;
}

/** `running` is cleared on removal. */
interface Entry {
  running: RunningRequest | undefined;
}

/** The requests that this gateway runs. They can be found, followed, cancelled, and awaited when it stops. */
export class RunningRequests {
  /** One for each account whose answers were followed here. */
  readonly #paces = new Map<number, ReaderPace>();
  /**
   * Entries are cleared on removal, because V8 replaces the table of a map after some deletions. If the map has lived long,
   * the old table keeps its entries until the next full garbage collection, which is some 13 KB for each request.
   */
  readonly #requests = new Map<string, Entry>();
  #onIdle: (() => void)[] = [];

  /** @returns a function that removes it. Harmless to call twice. */
  add(request: RunningRequest): () => void {
    const entry: Entry = { running: request };
    this.#requests.set(request.requestId, entry);
    return () => {
      entry.running = undefined;
      this.#requests.delete(request.requestId);
      if (this.#requests.size > 0) return;
      for (const resolve of this.#onIdle.splice(0)) resolve();
    };
  }

  /** The pace at which readers of the account's requests get texts. */
  paceOf(accountId: number): ReaderPace {
    const pace = this.#paces.get(accountId) ?? new ReaderPace();
    this.#paces.set(accountId, pace);
    return pace;
  }

  /** @returns undefined if this gateway does not run it, or it is another account's. */
  find(accountId: number, requestId: string): RunningRequest | undefined {
    const running = this.#requests.get(requestId)?.running;
    return running?.accountId === accountId ? running : undefined;
  }

  /** The sum of the holds of all requests that run here. */
  get heldMicroCredits(): number {
    return this.#requests.values().reduce((sum, { running }) => sum + (running?.holdMicroCredits ?? 0), 0);
  }

  /** Resolves once nothing runs. */
  async idle(): Promise<void> {
    if (this.#requests.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
    });
  }
}
