import { WEBHOOK_TIMES } from '../../core/webhooks/webhook-times.ts';

/** Short enough for a test to see several attempts. */
export const QUICK_TIMES = {
  ...WEBHOOK_TIMES,
  lookMs: 50,
  gatherMs: 1,
  timeoutMs: 1_000,
  stopMs: 100,
  firstPauseMs: 10,
  maxPauseMs: 20,
  firstRestMs: 10,
  maxRestMs: 20,
};
