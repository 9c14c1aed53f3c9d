import { nowMicros } from './mark.ts';

/** Something to do again and again. @returns false where it was for the last time. */
export type Turn = () => boolean;

/** An interval after which nothing comes. */
export const NEVER_MS = 1e9;

const SLOTS = 4_096;

/**
 * Very many timers at the price of one: a slot a millisecond, and in each what is due then. What a busy machine is late
 * with is done at once, and the next time counts from when it was due, so that the rate holds.
 */
export class TokenWheel {
  readonly #slots: Turn[][] = Array.from({ length: SLOTS }, () => []);
  #atMs = nowMs();

  constructor() {
    this.#turn();
  }

  /** @param delayMs at most four seconds. */
  add(delayMs: number, turn: Turn): void {
    this.#slots[(this.#atMs + Math.max(1, delayMs)) % SLOTS]?.push(turn);
  }

  /** @param everyMs at most four seconds. */
  repeat(everyMs: number, turn: Turn): void {
    this.add(everyMs, () => {
      if (turn()) this.repeat(everyMs, turn);
      return false;
    });
  }

  #turn(): void {
    const now = nowMs();
    while (this.#atMs < now) {
      this.#atMs += 1;
      const slot = this.#atMs % SLOTS;
      const due = this.#slots[slot] ?? [];
      this.#slots[slot] = [];
      for (const turn of due) turn();
    }
    setTimeout(() => this.#turn(), 1);
  }
}

function nowMs(): number {
  return Math.floor(nowMicros() / 1_000);
}
