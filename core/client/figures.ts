/** Decimal places at most. */
const MAX_PLACES = 8;
const FIGURE_SPACE = '\u2007';
const PUNCTUATION_SPACE = '\u2008';

/**
 * Formats a number for comparison: two significant digits, and at least its whole part.
 * @param value finite, not below 0.
 */
export function formatFigure(value: number): string {
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(2));
  const places = Math.max(0, 1 - Math.floor(Math.log10(rounded)));
  if (places > MAX_PLACES) return `<${(10 ** -MAX_PLACES).toFixed(MAX_PLACES)}`;
  return value.toLocaleString('en', { minimumFractionDigits: places, maximumFractionDigits: places });
}

/**
 * Formats the parts of a sum with as many decimal places as the smallest of them needs.
 * @param values finite, none below 0.
 */
export function formatAlike(values: readonly number[]): readonly string[] {
  const places = Math.max(0, ...values.map((value) => placesOf(formatFigure(value))));
  const format = { minimumFractionDigits: places, maximumFractionDigits: places };
  return values.map((value) => value.toLocaleString('en', format));
}

function placesOf(text: string): number {
  return (/\.(\d+)$/.exec(text)?.[1] ?? '').length;
}

/** Pads the texts of one column so that their decimal points align, if digits are equally wide. */
export function alignDecimals(texts: readonly string[]): readonly string[] {
  const lengths = texts.map(placesOf);
  const most = Math.max(0, ...lengths);
  return texts.map((text, index) => {
    const length = lengths[index] ?? 0;
    if (!/\d$/.test(text) || length === most) return text;
    return text + (length === 0 ? PUNCTUATION_SPACE : '') + FIGURE_SPACE.repeat(most - length);
  });
}

export function formatSeconds(milliseconds: number): string {
  return `${formatFigure(milliseconds / 1_000)} s`;
}

export function formatUsd(usd: number): string {
  const figure = formatFigure(usd);
  return figure.startsWith('<') ? `<$${figure.slice(1)}` : `$${figure}`;
}

/** Credits with six decimal places, the ledger's precision, without trailing zeros after the second. */
export function formatCredits(credits: number): string {
  return credits.toFixed(6).replace(/0{1,4}$/, '');
}

/** A share as a whole percentage. */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A share to a tenth of a percent, for probabilities, in which the last percent matters. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** A count with its noun. */
export function formatCount(count: number, noun: string, plural: string = `${noun}s`): string {
  // The first `toLocaleString` of a process takes 20 ms.
  const figure = count < 1_000 ? String(count) : count.toLocaleString('en');
  return `${figure} ${count === 1 ? noun : plural}`;
}

/** Such as `a, b and c`. @param word before the last. */
export function formatList(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1) ?? ''}`;
}
