import type { Judging } from '../../../generated/prompt-response.ts';

/** The progress of `judge_until`, as events report it. */
export type BestSoFar = Omit<Judging, 'stopped'>;
