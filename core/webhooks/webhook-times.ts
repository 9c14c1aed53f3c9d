/** Milliseconds, all of them. */
export interface WebhookTimes {
  /** Between looks at the outbox that nothing gave rise to. */
  readonly lookMs: number;
  /** What comes so soon after something else shares its transaction. */
  readonly gatherMs: number;
  /** For a receiver to answer. */
  readonly timeoutMs: number;
  /** Between the first attempt and the second; each further pause is three times as long as the one before. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** How long a receiver is left alone after a failure; each further one in a row doubles it. */
  readonly firstRestMs: number;
  readonly maxRestMs: number;
  /** How long an event waits for the texts of its request, which are stored apart from the charge. */
  readonly textsMs: number;
  /** How long attempts under way may take once the gateway stops. */
  readonly stopMs: number;
}

export const WEBHOOK_TIMES: WebhookTimes = {
  lookMs: 5_000,
  gatherMs: 50,
  timeoutMs: 15_000,
  firstPauseMs: 5_000,
  maxPauseMs: 4 * 60 * 60 * 1_000,
  firstRestMs: 1_000,
  maxRestMs: 60_000,
  textsMs: 10_000,
  stopMs: 2_000,
};

/**
 * @param attempt that failed; 1 for the first.
 * @param random 0 inclusive to 1 exclusive: half of the pause, so that what failed together does not come back together.
 * @returns a whole number.
 */
export function pauseAfter(attempt: number, random: () => number, times: WebhookTimes): number {
  return jittered(Math.min(times.maxPauseMs, times.firstPauseMs * 3 ** (attempt - 1)), random);
}

/** @param failures in a row, 1 or more. @returns a whole number. */
export function restAfter(failures: number, random: () => number, times: WebhookTimes): number {
  return jittered(Math.min(times.maxRestMs, times.firstRestMs * 2 ** (failures - 1)), random);
}

function jittered(maxMs: number, random: () => number): number {
  return Math.round(maxMs * (1 - random() / 2));
}
