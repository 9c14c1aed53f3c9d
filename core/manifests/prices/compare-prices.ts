import type { Model } from '../../generated/manifest.ts';
import { PRICE_KINDS, type PriceKind } from '../load/price-kinds.ts';
import type { ListedModel, ListedPrices } from './price-list.ts';

/** One fact in which a manifest and a list differ. */
export interface FactDifference {
  /** Keys inside the model's entry. */
  readonly path: readonly [string, ...string[]];
  /** The manifest's value; null if it has none. */
  readonly from: string | null;
  /** The list's value. */
  readonly to: string;
}

/** All differences, prices first. Facts that the list lacks are not compared. */
export function compareModel(model: Model, listed: ListedModel): readonly FactDifference[] {
  return [
    ...comparePrices(model.price, listed.prices, ['price']),
    ...compareLongContext(model, listed),
    ...compareLimits(model, listed),
  ];
}

type ManifestPrices = Readonly<Partial<Record<PriceKind, string>>>;

function* comparePrices(
  own: ManifestPrices,
  listed: ListedPrices,
  place: readonly [string, ...string[]],
): Generator<FactDifference> {
  for (const kind of differentKinds(own, listed))
    yield { path: [...place, kind], from: own[kind] ?? null, to: String(listed[kind]) };
}

/** Compares doubles, because a decimal of up to 15 digits always becomes the same double. */
function differentKinds(own: ManifestPrices, listed: ListedPrices): readonly PriceKind[] {
  return PRICE_KINDS.filter((kind) => {
    const [from, to] = [own[kind], listed[kind]];
    return to !== undefined && (from === undefined || Number(from) !== to);
  });
}

/** Compares every tier of the list with the prices that the manifest bills for its input length. */
function* compareLongContext({ price }: Model, listed: ListedModel): Generator<FactDifference> {
  const own = price.longContext;
  for (const [overInputTokens, prices] of listed.longContexts) {
    const isOwn =
      own !== undefined &&
      (own.overInputTokens === overInputTokens ||
        (!listed.areThresholdsExact && own.overInputTokens > overInputTokens));
    const billed = own !== undefined && overInputTokens >= own.overInputTokens ? own : price;
    if (isOwn) {
      yield* comparePrices(own, prices, ['price', 'longContext']);
    } else if (differentKinds(billed, prices).length > 0) {
      const tier = Object.entries(prices).map(([kind, usd]) => `${kind} ${usd}`);
      yield {
        path: ['price', 'longContext'],
        from: own === undefined ? null : `over ${own.overInputTokens}`,
        to: `over ${overInputTokens}: ${tier.join(', ')}`,
      };
    }
  }
}

function* compareLimits({ limits }: Model, listed: ListedModel): Generator<FactDifference> {
  for (const name of ['contextTokens', 'outputTokens'] as const) {
    const to = listed[name];
    if (to === undefined || to === limits[name]) continue;
    // Lists repeat the context if they have no limit of the output.
    if (name === 'outputTokens' && to === listed.contextTokens) continue;
    yield { path: ['limits', name], from: String(limits[name]), to: String(to) };
  }
}
