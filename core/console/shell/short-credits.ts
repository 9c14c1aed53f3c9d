/** Credits with two decimal places. Round costs up and balances down. */
export function shortCredits(credits: number, roundingMode: 'ceil' | 'floor'): string {
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode };
  return new Intl.NumberFormat('en', format).format(credits);
}
