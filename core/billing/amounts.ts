/** One credit in the ledger's unit. */
export const MICRO_CREDITS_PER_CREDIT = 1_000_000;
/** The largest factor on list prices that an account may have: 1,000. */
export const MAX_MARKUP_MILLI = 1_000_000;

const NANO_USD_PER_USD = 1_000_000_000;
const CREDIT_PLACES = 6;
const MARKUP_PLACES = 3;
/** Longer than any amount: 2^53 - 1 micro-credits have 17 characters. */
const MAX_DECIMAL_CHARACTERS = 32;

/**
 * Checks a value before it is multiplied as money.
 * @throws RangeError unless the value is a whole number from 0 to `max`.
 */
export function requireCount(name: string, value: number, max = Number.MAX_SAFE_INTEGER): number {
  if (!Number.isSafeInteger(value) || value < 0 || value > max) {
    throw new RangeError(`${name} must be a whole number from 0 to ${max}, not ${String(value)}.`);
  }
  return value;
}

/** Converts a result of money arithmetic. @throws RangeError if it leaves the range of exact integers. */
export function requireSafe(name: string, value: bigint): number {
  if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`${name} is outside the range the ledger can hold exactly.`);
  }
  return Number(value);
}

/**
 * Credits as people read them. IEEE division is correctly rounded, so the result is the double nearest to the exact
 * decimal and prints as that decimal for every amount of up to 15 digits.
 */
export function creditsFromMicroCredits(microCredits: number): number {
  return requireCount('An amount', microCredits) / MICRO_CREDITS_PER_CREDIT;
}

/** Converts a balance as `creditsFromMicroCredits` does. It is below zero if the account owes credits. */
export function balanceFromMicroCredits(microCredits: number): number {
  return microCredits < 0 ? -creditsFromMicroCredits(-microCredits) : creditsFromMicroCredits(microCredits);
}

/** How far a balance is below zero, in its own unit. The account owes that amount. */
export function owedOf(balance: number): number {
  return Math.max(0, -balance);
}

/** @throws RangeError if the number is negative or has more than six decimal places. */
export function microCreditsFromCredits(credits: number): number {
  const microCredits = Math.round(credits * MICRO_CREDITS_PER_CREDIT);
  if (!(microCredits >= 0))
    throw new RangeError('An amount of credits is 0 or more: give it without a minus.');
  if (!Number.isSafeInteger(microCredits))
    throw new RangeError(
      `An amount of credits is at most ${Number.MAX_SAFE_INTEGER / MICRO_CREDITS_PER_CREDIT}: give less.`,
    );
  if (microCredits / MICRO_CREDITS_PER_CREDIT !== credits)
    throw new RangeError(
      `An amount of credits has at most ${CREDIT_PLACES} decimal places: round it. The smallest is 0.000001.`,
    );
  return microCredits;
}

/** US dollars for `providerCost`; exact as `creditsFromMicroCredits` is. */
export function usdFromNanoUsd(nanoUsd: number): number {
  return requireCount('A cost', nanoUsd) / NANO_USD_PER_USD;
}

/** Writes a decimal without an exponent, because spreadsheets and scripts read exponents differently. */
export function decimalText(scaled: number | bigint, places: number): string {
  const digits = String(scaled).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The decimal places of a value in US dollars. With so many, rounding does not change the sum of a report's rows. */
const MAX_USD_PLACES = 26;

/**
 * Writes micro-credits as a decimal in US dollars. It is exact if the number of credits in a dollar has no prime factors
 * but 2 and 5; otherwise it is rounded to 26 places.
 * @param creditsPerUsd from 1 to 1,000,000.
 */
export function usdDecimal(microCredits: number, creditsPerUsd: number): string {
  const microCreditsPerUsd = BigInt(creditsPerUsd) * BigInt(MICRO_CREDITS_PER_CREDIT);
  const scaled = BigInt(microCredits) * 10n ** BigInt(MAX_USD_PLACES);
  const rounded = (scaled + microCreditsPerUsd / 2n) / microCreditsPerUsd;
  return decimalText(rounded, MAX_USD_PLACES).replace(/(\.\d\d\d*?)0+$/, '$1');
}

/**
 * Reads credits from a command line, such as `12.5`.
 * @returns micro-credits.
 * @throws RangeError for anything but plain digits with at most six decimal places.
 */
export function parseCredits(text: string): number {
  const microCredits = parseDecimal(text, CREDIT_PLACES);
  if (microCredits === undefined) {
    throw new RangeError(
      `"${text.slice(0, MAX_DECIMAL_CHARACTERS)}" is not an amount of credits: write digits with at most ${CREDIT_PLACES} decimal places, such as 12.5.`,
    );
  }
  return microCredits;
}

/**
 * Reads a factor on list prices from a command line, such as `1.25`.
 * @returns thousandths.
 * @throws RangeError for anything but plain digits with at most three decimal places, or more than 1000.
 */
export function parseMarkup(text: string): number {
  const milli = parseDecimal(text, MARKUP_PLACES);
  if (milli === undefined || milli > MAX_MARKUP_MILLI) {
    throw new RangeError(
      `"${text.slice(0, MAX_DECIMAL_CHARACTERS)}" is not a markup: write a factor up to 1000 with at most ${MARKUP_PLACES} decimal places, such as 1.25.`,
    );
  }
  return milli;
}

/** Takes only digits and a point. It refuses a sign, an exponent, a separator or a space instead of guessing. */
function parseDecimal(text: string, places: number): number | undefined {
  if (text.length > MAX_DECIMAL_CHARACTERS) return undefined;
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text);
  const fraction = match?.[2] ?? '';
  if (match?.[1] === undefined || fraction.length > places) return undefined;
  const scaled = BigInt(match[1] + fraction.padEnd(places, '0'));
  return scaled > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(scaled);
}
