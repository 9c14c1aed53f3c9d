const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * A decimal text times a power of ten, as an integer and without ever being a float.
 * @param places how many places the point moves to the right.
 * @throws RangeError where the text is no plain decimal, has more places, or leaves the safe integers.
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

/**
 * A JSON number as it was written. Prices such as 2.5e-06 dollars a token are no exact doubles, so a list's numbers
 * are never made any.
 */
export class NumberText {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** `JSON.parse` with every number as `NumberText`. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value,
  );
}

/** More digits, or a larger exponent, is no price and no limit. */
const NUMBER = /^(-?)(\d{1,64})(?:\.(\d{1,64}))?(?:[eE]([+-]?\d{1,3}))?$/;

interface Decimal {
  /** Without leading or trailing zeros; empty for zero. */
  readonly digits: string;
  /** The point stands so many places to the right of the first digit's left edge; may be negative. */
  readonly point: number;
}

function readDecimal(source: string, shift: number): Decimal | undefined {
  const [, sign, whole, fraction = '', exponent = '0'] = NUMBER.exec(source) ?? [];
  if (whole === undefined || sign === '-') return undefined;
  const leading = whole + fraction;
  const digits = leading.replace(/^0+/, '');
  const point = whole.length - (leading.length - digits.length) + Number(exponent) + shift;
  return { digits: digits.replace(/0+$/, ''), point };
}

/**
 * A number times a power of ten, as an integer and without ever being a float.
 * @param source a JSON number, such as `2.5e-06`.
 * @returns undefined where the product is no whole number of at least zero, or the number has over 64 digits.
 */
export function scaledExactly(source: string, places: number): bigint | undefined {
  const decimal = readDecimal(source, places);
  if (decimal === undefined) return undefined;
  const { digits, point } = decimal;
  if (digits === '') return 0n;
  return digits.length > point ? undefined : BigInt(digits.padEnd(point, '0'));
}

/** The number written out, such as `0.19999999999999998`; undefined where it is negative or too long. */
export function plainDecimal(source: string): string | undefined {
  const decimal = readDecimal(source, 0);
  if (decimal === undefined) return undefined;
  const { digits, point } = decimal;
  if (digits === '') return '0';
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, '0');
  return digits.length > point ? `${whole}.${digits.slice(point)}` : whole;
}

/** Pico-USD per token as the decimal a manifest holds, US dollars per million tokens: `2.50`, `0.0375`, `0`. */
export function usdPerMillion(picoUsd: bigint): string {
  if (picoUsd === 0n) return '0';
  const digits = picoUsd.toString().padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -6)}.${fraction}`;
}
