import type { Judging } from '../../../generated/prompt-response.ts';

/** How far the outputs are judged while it goes on, as events tell it. */
export type BestSoFar = Omit<Judging, 'stopped'>;
