import { setTimeout as wait } from 'node:timers/promises';

const MINUTE_MS = 60_000;

/** Waits for the next minute where this one ends within `marginMs`: what is counted by the minute shall fall into one. */
export async function withinOneMinute(marginMs: number): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < marginMs) await wait(leftMs + 1);
}
