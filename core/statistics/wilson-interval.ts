/** Of the normal distribution, 97.5 %. */
const Z = 1.959_963_984_540_054;

/**
 * The interval of Wilson (1927) in which a share lies with 95 % confidence. Unlike p ± 2 standard errors it stays within
 * 0 and 1, and says something also where all or none of few were good.
 * @param good of n, halves allowed; from 0 to n.
 * @returns from 0 to 1; of nothing it is the whole.
 */
export function wilsonInterval(good: number, n: number): readonly [low: number, high: number] {
  if (n === 0) return [0, 1];
  const share = good / n;
  const scale = 1 + Z ** 2 / n;
  const middle = (share + Z ** 2 / (2 * n)) / scale;
  const reach = (Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))) / scale;
  // Where none or all were good the end is exact, which rounding would miss by some 1e-17.
  return [good === 0 ? 0 : Math.max(0, middle - reach), good === n ? 1 : Math.min(1, middle + reach)];
}
