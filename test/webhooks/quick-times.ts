import { WEBHOOK_TIMES } from '../../core/webhooks/webhook-times.ts';

/** Short enough for a test to see several attempts. What nothing shall run into is as long as any test. */
export const QUICK_TIMES = {
  ...WEBHOOK_TIMES,
  lookMs: 50,
  gatherMs: 1,
  timeoutMs: 600_000,
  textsMs: 600_000,
  stopMs: 100,
  firstPauseMs: 10,
  maxPauseMs: 20,
  firstCooldownMs: 10,
  maxCooldownMs: 20,
};
