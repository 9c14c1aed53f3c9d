/**
 * How long answers are. Every task has a length of its own that all models share in part, and lengths spread
 * log-normally: most answers are short, and a few are many times as long.
 */
export interface LengthSpread {
  /** Tokens. */
  readonly median: number;
  /** Of the logarithm, over tasks, and over models on one task. */
  readonly sigmaOfTasks: number;
  readonly sigmaOfModels: number;
}

/** Of the standard normal distribution (Box-Muller). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** @param task a draw of `normal` for the task. @returns tokens, at least 1 and at most `cap`. */
export function drawLength(
  { median, sigmaOfTasks, sigmaOfModels }: LengthSpread,
  task: number,
  cap: number,
  random: () => number,
): number {
  const length = median * Math.exp(sigmaOfTasks * task + sigmaOfModels * normal(random));
  return Math.min(cap, Math.max(1, Math.round(length)));
}

export function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('There is nothing to pick from.');
  return item;
}
