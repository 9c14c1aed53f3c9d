import type { LengthSpread } from './length-spread.ts';

/**
 * One answer in a hundred has four times the tokens of the median. Lengths differ more from task to task than between
 * models on one task.
 */
export const ANSWERS: LengthSpread = { median: 300, sigmaOfTasks: 0.5, sigmaOfModels: 0.33 };
