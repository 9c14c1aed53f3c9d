import { picoUsdPerToken, usdPerMillion } from '../load/decimals.ts';
import type { Model } from '../../generated/manifest.ts';
import { PRICE_KINDS, type ListedModel, type ListedPrices, type PriceKind } from './price-list.ts';

/** One fact in which a manifest and a list differ. */
export interface FactDifference {
  /** Keys inside the model's entry. */
  readonly path: readonly [string, ...string[]];
  /** As the manifest has it; null where it says nothing. */
  readonly from: string | null;
  /** As the list has it. */
  readonly to: string;
}

/** All that differs, prices first. What the list does not say is not compared. */
export function compareModel(model: Model, listed: ListedModel): readonly FactDifference[] {
  return [
    ...comparePrices(model.price, listed.prices, ['price']),
    ...compareLongContext(model, listed),
    ...compareLimits(model, listed),
  ];
}

type WrittenPrices = Readonly<Partial<Record<PriceKind, string>>>;

function* comparePrices(
  written: WrittenPrices,
  listed: ListedPrices,
  place: readonly [string, ...string[]],
): Generator<FactDifference> {
  for (const kind of PRICE_KINDS) {
    const price = listed[kind];
    const from = written[kind] ?? null;
    if (price === undefined) continue;
    const fromPicoUsd = from === null ? undefined : picoUsdPerToken(from);
    if ('picoUsd' in price && price.picoUsd === fromPicoUsd) continue;
    const to = 'picoUsd' in price ? usdPerMillion(price.picoUsd) : price.inexact;
    yield { path: [...place, kind], from, to };
  }
}

/** Every tier of the list is held against what the manifest bills for an input of its length. */
function* compareLongContext({ price }: Model, listed: ListedModel): Generator<FactDifference> {
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

function* compareLimits({ limits }: Model, listed: ListedModel): Generator<FactDifference> {
  for (const name of ['contextTokens', 'outputTokens'] as const) {
    const to = listed[name];
    if (to === undefined || to === limits[name]) continue;
    // Lists repeat the context where they know no limit of the output.
    if (name === 'outputTokens' && to === listed.contextTokens) continue;
    yield { path: ['limits', name], from: String(limits[name]), to: String(to) };
  }
}
