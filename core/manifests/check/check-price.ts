import type { Manifest, Model } from '../../generated/manifest.ts';
import { isCalendarDate } from '../load/calendar-date.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import { picoUsdPerToken } from '../load/decimals.ts';
import { PRICE_KINDS } from '../load/price-kinds.ts';
import type { ProblemMaker } from './check-constants.ts';

/** A model of a manifest, with a function that makes problems at places in it. */
export interface ModelScope {
  readonly manifest: Manifest;
  readonly model: Model;
  readonly problem: ProblemMaker;
}

/** Checks the prices of a model that the schema cannot check. */
export function* checkPrice(scope: ModelScope): Generator<ManifestProblem> {
  const { price } = scope.model;
  if (price.cachedInput !== undefined && isCheaper(price.input, price.cachedInput)) {
    yield scope.problem(
      ['price', 'cachedInput'],
      `is dearer than input ("${price.input}"); a cached token costs less, so correct one of them`,
    );
  }
  if (!isCalendarDate(price.checked)) {
    yield scope.problem(['price', 'checked'], `${price.checked} is not a day of the calendar; correct it`);
  }
  yield* checkLongContext(scope);
  yield* checkSearch(scope);
}

function* checkLongContext({ model, problem }: ModelScope): Generator<ManifestProblem> {
  const { longContext } = model.price;
  if (longContext === undefined) return;
  const place = ['price', 'longContext'];
  for (const kind of PRICE_KINDS) {
    const [base, long] = [model.price[kind], longContext[kind]];
    if (base !== undefined && long === undefined) {
      yield problem(
        place,
        `"${kind}" is missing, and the shorter context has one; add it, or long calls are billed without it`,
      );
    } else if (base === undefined && long !== undefined) {
      yield problem(
        [...place, kind],
        `is given, but the shorter context has none; add price.${kind}, or remove this`,
      );
    } else if (base !== undefined && long !== undefined && isCheaper(long, base)) {
      yield problem(
        [...place, kind],
        `is cheaper than in the shorter context ("${base}"); correct one of them`,
      );
    }
  }
  if (longContext.overInputTokens >= model.limits.contextTokens) {
    yield problem(
      [...place, 'overInputTokens'],
      `is never reached: limits.contextTokens is ${model.limits.contextTokens}; correct one of them`,
    );
  }
}

/** A search that is billed by the query must have a price, because the hold includes it. */
function* checkSearch({ manifest, model, problem }: ModelScope): Generator<ManifestProblem> {
  const isPriced = model.price.searchPerThousand !== undefined;
  const group = model.tuning === undefined ? undefined : manifest.tuning?.[model.tuning];
  const canSearch = group !== undefined && Object.hasOwn(group, 'webSearch');
  if (canSearch && !isPriced) {
    yield problem(
      ['price'],
      '"searchPerThousand" is missing, and the tuning group has webSearch; add what a thousand queries cost',
    );
  }
  if (isPriced && !canSearch) {
    yield problem(
      ['price', 'searchPerThousand'],
      'is given, but the tuning group has no webSearch; remove it, or add the parameter',
    );
  }
}

function isCheaper(price: string, than: string): boolean {
  return picoUsdPerToken(price) < picoUsdPerToken(than);
}
