import type { PricedModels } from '../../model-facts.ts';
import type { ShapedManifest } from './check-shape.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import { picoUsdPerToken } from '../load/decimals.ts';
import { picoUsdOf, PRICE_KINDS } from '../load/price-kinds.ts';

/** The message says "tenfold". */
const FACTOR = 10;

/** Whether `checkPriceJumps` would report a problem for the manifests of a registry. */
export function hasPriceJump({ models }: PricedModels, previous: PricedModels): boolean {
  const before = new Map(previous.models.map(({ id, price }) => [id, price]));
  return models.some(({ id, price }) => {
    const old = before.get(id);
    if (old === undefined || old.checked !== price.checked) return false;
    return PRICE_KINDS.some((kind) => hasJumped(picoUsdOf(old, kind), picoUsdOf(price, kind)));
  });
}

/** A price that changes tenfold is probably a mistyped decimal point, so it needs a new `checked`. */
export function* checkPriceJumps(
  manifests: readonly ShapedManifest[],
  previous: PricedModels | undefined,
): Generator<ManifestProblem> {
  const before = new Map(previous?.models.map(({ id, price }) => [id, price]));
  for (const { source, placedModels } of manifests) {
    for (const { model, index } of placedModels) {
      const price = before.get(model.id);
      if (price === undefined || price.checked !== model.price.checked) continue;
      for (const kind of PRICE_KINDS) {
        const text = model.price[kind];
        if (text === undefined || !hasJumped(picoUsdOf(price, kind), picoUsdPerToken(text))) continue;
        yield source.problem(
          ['models', index, 'price', kind],
          `changed tenfold or more since ${price.checked}; correct it, or set checked to the day you compared it; if that is the same day, restart the gateway`,
        );
      }
    }
  }
}

function hasJumped(old: number | null, now: number | null): boolean {
  if (old === null || now === null) return false;
  return now !== old && (now >= old * FACTOR || old >= now * FACTOR);
}
