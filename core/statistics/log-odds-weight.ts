/**
 * Weight of a judge in a panel: the logarithm of its odds of being right, never below 0. So a judge no better than a coin
 * has no say, and judges that err independently are combined as well as they can be. One right and one wrong verdict are
 * added to what was counted, so that few verdicts give no extreme weight.
 * @param good how many of n verdicts were right, ties counted half; from 0 to n.
 */
export function logOddsWeight(good: number, n: number): number {
  const p = (good + 1) / (n + 2);
  return Math.max(0, Math.log(p / (1 - p)));
}
