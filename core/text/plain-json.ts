declare global {
  interface JSON {
    /** Of Node 21 and later: what `JSON.stringify` writes as it is. TypeScript does not know it yet. */
    rawJSON(text: string): object;
  }
}

/** From here on down JavaScript writes a number with an exponent. */
const LEAST_PLAIN = 1e-6;

/**
 * A number as people write it: 0.0000001 where JavaScript writes 1e-7, which spreadsheets and scripts read differently.
 * The digits are the same, so nothing is rounded.
 */
export function plainNumber(value: number): string {
  if (!isTiny(value)) return String(value);
  const [, sign = '', whole = '', fraction = '', places = ''] =
    /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(String(value)) ?? [];
  return `${sign}0.${'0'.repeat(Number(places) - 1)}${whole}${fraction}`;
}

/**
 * As `JSON.stringify`, with numbers as `plainNumber` writes them.
 * @param value of plain objects, lists and scalars.
 */
export function plainJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, undefined, indent);
  // A replacer is called for every member, and seldom has anything to do.
  return EXPONENT.test(json) ? JSON.stringify(value, plainNumbers, indent) : json;
}

/** A text may have one too, to no effect. */
const EXPONENT = /\de-\d/;

/** For `JSON.stringify`. */
export function plainNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'number' && isTiny(value) ? JSON.rawJSON(plainNumber(value)) : value;
}

/** Whether JavaScript writes the number with an exponent, because it is close to zero. */
function isTiny(value: number): boolean {
  return value !== 0 && Math.abs(value) < LEAST_PLAIN;
}
