/** Credits to the second place, for a glance: a cost is rounded up, what one has is rounded down. */
export function shortCredits(credits: number, roundingMode: 'ceil' | 'floor'): string {
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode };
  return new Intl.NumberFormat('en', format).format(credits);
}
