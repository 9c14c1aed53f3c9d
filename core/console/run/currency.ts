import { formatFigure, formatUsd } from '../../client/figures.ts';

/** Prices are shown as the charge of the account in credits, or as the bill of the providers in US dollars. */
export const CURRENCIES = ['credits', 'usd'] as const;
export type Currency = (typeof CURRENCIES)[number];

interface Price {
  readonly credits: number | undefined;
  readonly usd: number;
}

const STORAGE_NAME = 'assay-currency';

export const CURRENCY_WORDS = { credits: 'credits', usd: 'US dollars' } as const;

export function savedCurrency(): Currency {
  return localStorage.getItem(STORAGE_NAME) === 'usd' ? 'usd' : 'credits';
}

export function saveCurrency(currency: Currency): void {
  localStorage.setItem(STORAGE_NAME, currency);
}

/** Such as `0.012 credits` or `$0.0012`; answers that earlier versions stored have no credits. */
export function priceText({ credits, usd }: Price, currency: Currency): string {
  return currency === 'usd' || credits === undefined ? formatUsd(usd) : `${formatFigure(credits)} credits`;
}

/** The same without the unit, for a column whose head names it. */
export function priceFigure({ credits, usd }: Price, currency: Currency): string {
  return formatFigure(currency === 'usd' || credits === undefined ? usd : credits);
}
