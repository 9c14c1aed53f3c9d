import { formatFigure, formatUsd } from '../../client/figures.ts';

/** What prices are shown in: what the account is charged, or what the providers bill. */
export const CURRENCIES = ['credits', 'usd'] as const;
export type Currency = (typeof CURRENCIES)[number];

export interface Price {
  readonly credits: number | undefined;
  readonly usd: number;
}

const KEPT_AS = 'assay-currency';

export const CURRENCY_WORDS = { credits: 'credits', usd: 'US dollars' } as const;

export function savedCurrency(): Currency {
  return localStorage.getItem(KEPT_AS) === 'usd' ? 'usd' : 'credits';
}

export function saveCurrency(currency: Currency): void {
  localStorage.setItem(KEPT_AS, currency);
}

/** Such as `0.012 credits` or `$0.0012`; answers that earlier versions stored have no credits. */
export function priceText({ credits, usd }: Price, currency: Currency): string {
  return currency === 'usd' || credits === undefined ? formatUsd(usd) : `${formatFigure(credits)} credits`;
}

/** The same without its unit, for a column that names it. */
export function priceFigure({ credits, usd }: Price, currency: Currency): string {
  return formatFigure(currency === 'usd' || credits === undefined ? usd : credits);
}
