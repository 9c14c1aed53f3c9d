import type { Price } from '../../contract.ts';
import type { PricedModels } from '../../model-facts.ts';
import type { ShapedManifest } from './check-shape.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import { picoUsdPerToken } from '../load/decimals.ts';

const FACTOR = 10;

/** Whether `checkPriceJumps` has something to say of the manifests that a registry was made from. */
export function hasPriceJump({ models }: PricedModels, previous: PricedModels): boolean {
  const before = new Map(previous.models.map(({ id, price }) => [id, price]));
  return models.some(({ id, price }) => {
    const old = before.get(id);
    if (old === undefined || old.checked !== price.checked) return false;
    const now = new Map(listed(price));
    return listed(old).some(([kind, was]) => hasJumped(was, now.get(kind)));
  });
}

/** A price that moves tenfold or more is a slipped point more often than news: it needs a fresh `checked`. */
export function* checkPriceJumps(
  manifests: readonly ShapedManifest[],
  previous: PricedModels | undefined,
): Generator<ManifestProblem> {
  const before = new Map(previous?.models.map(({ id, price }) => [id, price]));
  for (const { source, manifest, places } of manifests) {
    for (const [index, model] of manifest.models.entries()) {
      const price = before.get(model.id);
      if (price === undefined || price.checked !== model.price.checked) continue;
      for (const [kind, old] of listed(price)) {
        const text = model.price[kind];
        if (text === undefined || !hasJumped(old, picoUsdPerToken(text))) continue;
        const path = ['models', places[index] ?? index, 'price', kind];
        yield source.problem(
          path,
          `moved ${FACTOR} times or more since ${price.checked}; correct it, or set checked to the day you compared it; if that is the same day, restart the gateway`,
        );
      }
    }
  }
}

type Kind = 'input' | 'output' | 'cachedInput' | 'cacheWrite';

function listed(price: Price): readonly (readonly [Kind, number | null])[] {
  return [
    ['input', price.inputPicoUsd],
    ['output', price.outputPicoUsd],
    ['cachedInput', price.cachedInputPicoUsd],
    ['cacheWrite', price.cacheWritePicoUsd],
  ];
}

function hasJumped(old: number | null, now: number | null | undefined): boolean {
  if (typeof old !== 'number' || typeof now !== 'number') return false;
  return now !== old && (now >= old * FACTOR || old >= now * FACTOR);
}
