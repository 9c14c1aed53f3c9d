import type { Model, Price, TokenPrices } from '../contract.ts';

/** A price that another registry has otherwise, in US dollars per million tokens or thousand searches; null for none. */
export interface PriceMove {
  readonly model: string;
  /** As a manifest names it, such as `cachedInput` or `longContext.input`. */
  readonly price: string;
  readonly from: number | null;
  readonly to: number | null;
}

export interface PriceMoves {
  /** The first, in the order of the models. */
  readonly moved: readonly PriceMove[];
  /** How many more there are. */
  readonly leftOff: number;
}

const MAX_MOVES = 100;
export const NO_MOVES: PriceMoves = { moved: [], leftOff: 0 };

type Priced = Pick<Model, 'id' | 'price'>;

/** Of the models that both have. */
export function priceMoves(earlier: readonly Priced[], later: readonly Priced[]): PriceMoves {
  const before = new Map(earlier.map(({ id, price }) => [id, price]));
  const moves = later.flatMap(({ id, price }) => {
    const old = before.get(id);
    return old === undefined ? [] : movesOf(id, listed(old), listed(price));
  });
  return firstMoves({ moved: moves, leftOff: 0 }, MAX_MOVES);
}

export function firstMoves({ moved, leftOff }: PriceMoves, most: number): PriceMoves {
  return { moved: moved.slice(0, most), leftOff: leftOff + Math.max(0, moved.length - most) };
}

/**
 * A line a move, such as `vega-5 input 2.5 -> 3`, and last how many more there are.
 * @param most moves that are described; all of them by default.
 */
export function describeMoves(moves: PriceMoves, most = Infinity): readonly string[] {
  const { moved, leftOff } = firstMoves(moves, most);
  // A price has at most six decimal places, so none is written with an exponent.
  const shown = (price: number | null): string => (price === null ? 'none' : String(price));
  const lines = moved.map(({ model, price, from, to }) => `${model} ${price} ${shown(from)} -> ${shown(to)}`);
  return leftOff === 0 ? lines : [...lines, `and ${leftOff} more`];
}

function movesOf(
  model: string,
  from: ReadonlyMap<string, number>,
  to: ReadonlyMap<string, number>,
): readonly PriceMove[] {
  const prices = [...new Set([...from.keys(), ...to.keys()])];
  return prices
    .map((price) => ({ model, price, from: from.get(price) ?? null, to: to.get(price) ?? null }))
    .filter((move) => move.from !== move.to);
}

const PICO_USD_PER_TOKEN = 1e6;
const PICO_USD_PER_SEARCH = 1e9;

function listed(price: Price): ReadonlyMap<string, number> {
  const { longContext, searchPicoUsd } = price;
  return new Map([
    ...tokenPrices(price),
    ...tokenPrices(longContext).map(([kind, usd]) => [`longContext.${kind}`, usd] as const),
    ...inUsd('searchPerThousand', searchPicoUsd, PICO_USD_PER_SEARCH),
  ]);
}

function tokenPrices(prices: TokenPrices | null): readonly (readonly [string, number])[] {
  if (prices === null) return [];
  return [
    ...inUsd('input', prices.inputPicoUsd, PICO_USD_PER_TOKEN),
    ...inUsd('output', prices.outputPicoUsd, PICO_USD_PER_TOKEN),
    ...inUsd('cachedInput', prices.cachedInputPicoUsd, PICO_USD_PER_TOKEN),
    ...inUsd('cacheWrite', prices.cacheWritePicoUsd, PICO_USD_PER_TOKEN),
  ];
}

function inUsd(kind: string, picoUsd: number | null, unit: number): readonly (readonly [string, number])[] {
  return picoUsd === null ? [] : [[kind, picoUsd / unit]];
}
