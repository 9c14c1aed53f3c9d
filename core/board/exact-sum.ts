/**
 * A sum of decimal amounts without the noise of binary fractions.
 * @param places decimal places that an amount has at most: 6 of credits, 9 of US dollars.
 */
export function exactSum(amounts: readonly number[], places: number): number {
  const unit = 10 ** places;
  return amounts.reduce((sum, amount) => sum + Math.round(amount * unit), 0) / unit;
}

export const CREDIT_PLACES = 6;
export const USD_PLACES = 9;
