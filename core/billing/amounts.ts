/** One credit in the ledger's unit. */
export const MICRO_CREDITS_PER_CREDIT = 1_000_000;
/** The largest factor on list prices an account may have: a thousand times. */
export const MAX_MARKUP_MILLI = 1_000_000;

const NANO_USD_PER_USD = 1_000_000_000;
const CREDIT_PLACES = 6;
const MARKUP_PLACES = 3;
/** No decimal worth reading is longer: 2^53 - 1 micro-credits are 17 characters. */
const MAX_DECIMAL_CHARACTERS = 32;

/**
 * The guard in front of every multiplication of money.
 * @throws RangeError unless the value is a whole number from 0 to `max`.
 */
export function requireCount(name: string, value: number, max = Number.MAX_SAFE_INTEGER): number {
  if (!Number.isSafeInteger(value) || value < 0 || value > max) {
    throw new RangeError(`${name} must be a whole number from 0 to ${max}, not ${String(value)}.`);
  }
  return value;
}

/** @throws RangeError where the sum leaves the range of exact integers. */
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

/** The same of a balance, which is below zero where it is owed. */
export function balanceFromMicroCredits(microCredits: number): number {
  return microCredits < 0 ? -creditsFromMicroCredits(-microCredits) : creditsFromMicroCredits(microCredits);
}

/** What is owed of a balance, in its unit: how far it is below zero. */
export function owedOf(balance: number): number {
  return Math.max(0, -balance);
}

/** @throws RangeError where the number is negative or has more than six decimal places. */
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

/** Never with an exponent, which spreadsheets and scripts read differently. */
export function decimalText(scaled: number | bigint, places: number): string {
  const digits = String(scaled).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Of a value in US dollars. Rounded so far behind the point, the sum of all rows of a report is still the ledger's. */
const MAX_USD_PLACES = 26;

/**
 * Micro-credits in US dollars as a decimal: exact where the number of credits in a dollar has no other factors than 2
 * and 5, else rounded in its 26th place.
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

/** Digits only: a sign, an exponent, a separator or a space is refused, never guessed at. */
function parseDecimal(text: string, places: number): number | undefined {
  if (text.length > MAX_DECIMAL_CHARACTERS) return undefined;
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text);
  const fraction = match?.[2] ?? '';
  if (match?.[1] === undefined || fraction.length > places) return undefined;
  const scaled = BigInt(match[1] + fraction.padEnd(places, '0'));
  return scaled > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(scaled);
}
