import type { AnswerLog } from '../follow/answer-log.ts';
import { ReaderPace } from '../follow/reader-pace.ts';

/** Who may follow one request at once, at all gateways together. */
export const MAX_READERS = 16;

/** A request that this gateway runs, from its hold until its answer has been handed over or has failed. */
export interface RunningRequest {
  readonly promptLogId: string;
  readonly accountId: number;
  /** Then no text of it leaves this gateway but to its caller. */
  readonly keepsNothing: boolean;
  /** What there is of its answer so far; null if the answer cannot be followed. */
  readonly log: AnswerLog | null;
  /** Nothing new starts; what was sent to a provider goes on to its end. Harmless to call twice. */
  cancel(): void;
}

/** `running` is cleared on removal. */
interface Entry {
  running: RunningRequest | undefined;
}

/** What this gateway runs, for whoever asks after a request, and for a gateway that is to stop. */
export class RunningRequests {
  /** One for each account whose answers were followed here. */
  readonly #paces = new Map<number, ReaderPace>();
  /**
   * V8 lays a map or set out anew after some deletions. In one that has lived long, the old table keeps what stood in it
   * until the next collection of the whole heap: of requests, with all that they lead to, some 13 KB each.
   */
  readonly #requests = new Map<string, Entry>();
  #onIdle: (() => void)[] = [];

  /** @returns takes it out again; harmless to call twice. */
  add(request: RunningRequest): () => void {
    const entry: Entry = { running: request };
    this.#requests.set(request.promptLogId, entry);
    return () => {
      entry.running = undefined;
      this.#requests.delete(request.promptLogId);
      if (this.#requests.size > 0) return;
      for (const resolve of this.#onIdle.splice(0)) resolve();
    };
  }

  /** How fast those who follow the account's requests are sent texts. */
  paceOf(accountId: number): ReaderPace {
    const pace = this.#paces.get(accountId) ?? new ReaderPace();
    this.#paces.set(accountId, pace);
    return pace;
  }

  /** Undefined where this gateway does not run it, or it is another account's. */
  find(accountId: number, promptLogId: string): RunningRequest | undefined {
    const found = this.#requests.get(promptLogId)?.running;
    return found?.accountId === accountId ? found : undefined;
  }

  /** Resolves once nothing runs. */
  async idle(): Promise<void> {
    if (this.#requests.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
    });
  }
}
