import type { AttackAccount } from './attack.ts';

/** What came of an attack, as its clients saw it. */
export interface AttackFigures {
  /** How often each answer came: a status, or what happened to the connection, with a label where it is somebody else's. */
  readonly statuses: Readonly<Record<string, number>>;
  /** By account, the micro-credits that the answers it received said they cost. */
  readonly microCreditsReceived: Readonly<Record<string, number>>;
  /** Completed results that were received. */
  readonly resultsReceived: number;
  /** Requests whose results were received and whose stored answer does not charge them. */
  readonly freeRequests: number;
  readonly notes: readonly string[];
}

const MAX_NOTES = 20;

export class AttackTally {
  readonly #statuses: Record<string, number> = {};
  readonly #notes: string[] = [];
  readonly #microCredits: Record<string, number> = {};
  #results = 0;
  #free = 0;

  count(status: string): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
  }

  /** The first twenty are kept. */
  note(text: string): void {
    if (this.#notes.length < MAX_NOTES) this.#notes.push(text);
  }

  /** Completed results came, which cost the account so many micro-credits. */
  receive(account: AttackAccount, results: number, microCredits: number): void {
    this.#results += results;
    this.#microCredits[account] = (this.#microCredits[account] ?? 0) + microCredits;
  }

  /** Results of one request came and were not charged. */
  wasFree(how: string): void {
    this.#free += 1;
    this.note(`FREE: ${how}`);
  }

  figures(): AttackFigures {
    return {
      statuses: this.#statuses,
      microCreditsReceived: this.#microCredits,
      resultsReceived: this.#results,
      freeRequests: this.#free,
      notes: this.#notes,
    };
  }
}
