/**
 * Adds decimal amounts without the errors of binary fractions.
 * @param places maximum decimal places of an amount.
 */
export function exactSum(amounts: readonly number[], places: number): number {
  const unit = 10 ** places;
  return amounts.reduce((sum, amount) => sum + Math.round(amount * unit), 0) / unit;
}

export const CREDIT_PLACES = 6;
export const USD_PLACES = 9;
