import type { Model, Price, TokenPrices } from '../contract.ts';

/** A price that differs between two registries, in US dollars per million tokens or thousand searches; null for none. */
export interface PriceMove {
  readonly model: string;
  /** Its name in a manifest, such as `cachedInput` or `longContext.input`. */
  readonly price: string;
  readonly from: number | null;
  readonly to: number | null;
}

export interface PriceMoves {
  /** The first changes, in the order of the models. */
  readonly moved: readonly PriceMove[];
  /** The number of further changes. */
  readonly leftOff: number;
}

const MAX_MOVES = 100;
export const NO_MOVES: PriceMoves = { moved: [], leftOff: 0 };

type Priced = Pick<Model, 'id' | 'price'>;

/** The changed prices of the models that both registries have. */
export function priceMoves(earlier: readonly Priced[], later: readonly Priced[]): PriceMoves {
  const before = new Map(earlier.map(({ id, price }) => [id, price]));
  const moves = later.flatMap(({ id, price }) => {
    const old = before.get(id);
    return old === undefined ? [] : movesOf(id, pricesByName(old), pricesByName(price));
  });
  return firstMoves({ moved: moves, leftOff: 0 }, MAX_MOVES);
}

export function firstMoves({ moved, leftOff }: PriceMoves, most: number): PriceMoves {
  return { moved: moved.slice(0, most), leftOff: leftOff + Math.max(0, moved.length - most) };
}

/**
 * One line for each change, such as `vega-5 input 2.5 -> 3`, and a last line with the number of further ones.
 * @param most upper bound of the described changes; all of them by default.
 */
export function describeMoves(moves: PriceMoves, most = Infinity): readonly string[] {
  const { moved, leftOff } = firstMoves(moves, most);
  // A price has at most six decimal places, so none is written with an exponent.
  const format = (price: number | null): string => (price === null ? 'none' : String(price));
  const lines = moved.map(
    ({ model, price, from, to }) => `${model} ${price} ${format(from)} -> ${format(to)}`,
  );
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

function pricesByName(price: Price): ReadonlyMap<string, number> {
  const { longContext, searchPicoUsd } = price;
  return new Map([
    ...tokenPrices(price, ''),
    ...(longContext === null ? [] : tokenPrices(longContext, 'longContext.')),
    ...inUsd('searchPerThousand', searchPicoUsd, PICO_USD_PER_SEARCH),
  ]);
}

function tokenPrices(prices: TokenPrices, prefix: string): readonly (readonly [string, number])[] {
  return [
    ...inUsd(`${prefix}input`, prices.inputPicoUsd, PICO_USD_PER_TOKEN),
    ...inUsd(`${prefix}output`, prices.outputPicoUsd, PICO_USD_PER_TOKEN),
    ...inUsd(`${prefix}cachedInput`, prices.cachedInputPicoUsd, PICO_USD_PER_TOKEN),
    ...inUsd(`${prefix}cacheWrite`, prices.cacheWritePicoUsd, PICO_USD_PER_TOKEN),
  ];
}

function inUsd(kind: string, picoUsd: number | null, unit: number): readonly (readonly [string, number])[] {
  return picoUsd === null ? [] : [[kind, picoUsd / unit]];
}
