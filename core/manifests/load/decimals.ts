const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * Multiplies a decimal text by a power of ten, without floating point.
 * @param places the exponent of the power.
 * @throws RangeError if the text is not a plain decimal, has more places, or exceeds the safe integers.
 */
export function scaledInteger(text: string, places: number): number {
  const [, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === '' || fraction.length > places) {
    throw new RangeError(`${text} is not a decimal of at most ${places} places`);
  }
  const scaled = BigInt(whole + fraction.padEnd(places, '0'));
  if (scaled > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${text} is too large`);
  return Number(scaled);
}

/** US dollars per million tokens -> pico-USD per token. */
export function picoUsdPerToken(usdPerMillion: string): number {
  return scaledInteger(usdPerMillion, 6);
}

/** US dollars per thousand queries -> pico-USD per query. */
export function picoUsdPerQuery(usdPerThousand: string): number {
  return scaledInteger(usdPerThousand, 9);
}

/** A factor such as "0.5" in thousandths. */
export function thousandths(factor: string): number {
  return scaledInteger(factor, 3);
}

/** Converts pico-USD per token to a manifest's US dollars per million tokens: `2.50`, `0.0375`, `0`. */
export function usdPerMillion(picoUsd: number): string {
  if (picoUsd === 0) return '0';
  const digits = picoUsd.toString().padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -6)}.${fraction}`;
}
