import { TASK_LIMITS, type PoolLimits } from '../../../core/workers/pool.ts';

/** Longer than any test. */
const NEVER_MS = 3_600_000;

/** Bounds a task by its processor time alone: threads give way, and on a busy machine one may start for a minute. */
export const PATIENT_TASKS: PoolLimits = Object.fromEntries(
  Object.entries(TASK_LIMITS).map(([kind, { cpuMs }]) => [
    kind,
    { waitMs: NEVER_MS, cpuMs, wallMs: NEVER_MS },
  ]),
);
