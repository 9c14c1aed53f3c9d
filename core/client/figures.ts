/** Milliseconds below ten seconds, seconds from there on. */
export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** US dollars to the sixth place; what is smaller still, but not nothing, says so. */
export function formatUsd(usd: number): string {
  return usd > 0 && usd < 0.0000005 ? '<$0.000001' : `$${usd.toFixed(6)}`;
}

/** Credits to the sixth place, the ledger's own precision, without idle zeros beyond the second. */
export function formatCredits(credits: number): string {
  return credits.toFixed(6).replace(/0{1,4}$/, '');
}

export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
