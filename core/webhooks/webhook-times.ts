/** All in milliseconds. */
export interface WebhookTimes {
  /** Between looks at the outbox while no event is known to be due. */
  readonly lookMs: number;
  /** Reports and claims within this time share a transaction. */
  readonly gatherMs: number;
  /** The time limit for a receiver's answer. */
  readonly timeoutMs: number;
  /** Between the first attempt and the second; each further pause is three times as long as the one before. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** The pause of a receiver after a failure; each consecutive failure doubles it. */
  readonly firstCooldownMs: number;
  readonly maxCooldownMs: number;
  /** How long an event waits for the texts of its request, which are stored apart from the charge. */
  readonly textsMs: number;
  /** How long a stopping gateway waits for attempts in progress. */
  readonly stopMs: number;
}

export const WEBHOOK_TIMES: WebhookTimes = {
  lookMs: 5_000,
  gatherMs: 50,
  timeoutMs: 15_000,
  firstPauseMs: 5_000,
  maxPauseMs: 4 * 60 * 60 * 1_000,
  firstCooldownMs: 1_000,
  maxCooldownMs: 60_000,
  textsMs: 10_000,
  stopMs: 2_000,
};

/**
 * @param attempt that failed; 1 for the first.
 * @returns a whole number.
 */
export function pauseAfter(attempt: number, times: WebhookTimes): number {
  return jittered(Math.min(times.maxPauseMs, times.firstPauseMs * 3 ** (attempt - 1)));
}

/** @param failures consecutive, 1 or more. @returns a whole number. */
export function cooldownAfter(failures: number, times: WebhookTimes): number {
  return jittered(Math.min(times.maxCooldownMs, times.firstCooldownMs * 2 ** (failures - 1)));
}

/** Chance decides half of the pause, so that events that failed together are not sent again together. */
function jittered(maxMs: number): number {
  return Math.round(maxMs * (1 - Math.random() / 2));
}
