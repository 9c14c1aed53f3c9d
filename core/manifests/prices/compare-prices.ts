import { picoUsdPerToken, usdPerMillion } from '../load/decimals.ts';
import type { Model } from '../../generated/manifest.ts';
import {
  PRICE_KINDS,
  type ListedModel,
  type ListedPrice,
  type ListedPrices,
  type PriceKind,
} from './price-list.ts';

/** A price that moves so far is a slipped unit more often than news. */
const HELD_FACTOR = 10;
/** The most a manifest can hold: 99,999.999999 US dollars per million tokens. */
const MAX_PICO_USD = 99_999_999_999;

/** One fact in which a manifest and a list differ. */
export interface FactChange {
  /** Keys inside the model's entry. */
  readonly path: readonly [string, ...string[]];
  /** As the manifest has it; null where it says nothing. */
  readonly from: string | null;
  /** As the manifest would have it. */
  readonly to: string;
  /** Why this is for a person to decide; null where it is not. */
  readonly heldBack: string | null;
}

/** All that differs, prices first. What the list does not say is not compared. */
export function compareModel(model: Model, listed: ListedModel): readonly FactChange[] {
  return [
    ...comparePrices(model.price, listed.prices, ['price']),
    ...compareLongContext(model, listed),
    ...compareLimits(model, listed),
  ];
}

export function isPrice({ path }: FactChange): boolean {
  return path[0] === 'price';
}

type WrittenPrices = Readonly<Partial<Record<PriceKind, string>>>;

function* comparePrices(
  written: WrittenPrices,
  listed: ListedPrices,
  place: readonly [string, ...string[]],
): Generator<FactChange> {
  for (const kind of PRICE_KINDS) {
    const price = listed[kind];
    const from = written[kind] ?? null;
    if (price === undefined) continue;
    const fromPicoUsd = from === null ? undefined : picoUsdPerToken(from);
    if ('picoUsd' in price && price.picoUsd === fromPicoUsd) continue;
    const to = 'picoUsd' in price ? usdPerMillion(price.picoUsd) : price.inexact;
    yield { path: [...place, kind], from, to, heldBack: holdPrice(fromPicoUsd, price) };
  }
}

/**
 * Why a price is not taken over by itself; null where it is.
 * @param from pico-USD per token; undefined where the manifest has no such price.
 */
function holdPrice(from: number | undefined, listed: ListedPrice): string | null {
  if ('inexact' in listed) return 'the list has more than six places; a price must be exact';
  const { picoUsd: to } = listed;
  if (to > MAX_PICO_USD) return 'is more than a manifest can hold';
  if (to === 0) return 'falls to zero';
  if (from === undefined) return null;
  if (from === 0) return 'rises from zero';
  if (to >= from * HELD_FACTOR) return 'rises 10 times or more';
  return to * HELD_FACTOR <= from ? 'falls 10 times or more' : null;
}

/** Every tier of the list is held against what the manifest bills for an input of its length. */
function* compareLongContext({ price }: Model, listed: ListedModel): Generator<FactChange> {
  const own = price.longContext;
  let below = listed.prices;
  for (const [overInputTokens, prices] of listed.longContexts) {
    const isOwn =
      own !== undefined &&
      (own.overInputTokens === overInputTokens ||
        (!listed.areThresholdsExact && own.overInputTokens > overInputTokens));
    const billed = own !== undefined && overInputTokens >= own.overInputTokens ? own : price;
    if (isOwn) {
      yield* comparePrices(own, prices, ['price', 'longContext']);
    } else if (changes(prices, below) && departs(prices, billed)) {
      yield {
        path: ['price', 'longContext'],
        from: own === undefined ? null : `over ${own.overInputTokens}`,
        to: `over ${overInputTokens}: ${described(prices)}`,
        heldBack: 'another tier of prices is for a person to write',
      };
    }
    below = { ...below, ...prices };
  }
}

/** Whether a tier has other prices than the one below it. */
function changes(prices: ListedPrices, below: ListedPrices): boolean {
  return PRICE_KINDS.some(
    (kind) => prices[kind] !== undefined && textOf(prices, kind) !== textOf(below, kind),
  );
}

function departs(prices: ListedPrices, billed: WrittenPrices): boolean {
  return PRICE_KINDS.some((kind) => {
    const price = prices[kind];
    const written = billed[kind];
    if (price === undefined) return false;
    return written === undefined || !('picoUsd' in price) || price.picoUsd !== picoUsdPerToken(written);
  });
}

function described(prices: ListedPrices): string {
  return PRICE_KINDS.filter((kind) => prices[kind] !== undefined)
    .map((kind) => `${kind} ${textOf(prices, kind)}`)
    .join(', ');
}

function textOf(prices: ListedPrices, kind: PriceKind): string {
  const price = prices[kind];
  if (price === undefined) return '';
  return 'picoUsd' in price ? usdPerMillion(price.picoUsd) : price.inexact;
}

function* compareLimits({ limits }: Model, listed: ListedModel): Generator<FactChange> {
  for (const name of ['contextTokens', 'outputTokens'] as const) {
    const to = listed[name];
    if (to === undefined || to === limits[name]) continue;
    const isContext = name === 'outputTokens' && to === listed.contextTokens;
    const heldBack = isContext ? IS_CONTEXT : to < limits[name] ? 'shrinks' : null;
    yield { path: ['limits', name], from: String(limits[name]), to: String(to), heldBack };
  }
}

const IS_CONTEXT = 'repeats the context, as lists do where they know no limit of the output';
