import type { Model } from '../../generated/manifest.ts';
import { RETIREMENT_NOTICE_DAYS } from '../../model-facts.ts';
import { daysBetween, isCalendarDate } from '../load/calendar-date.ts';
import type { ShapedManifest } from './check-shape.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import type { ManifestPath } from '../load/manifest-source.ts';
import { picoUsdPerToken, thousandths } from '../load/decimals.ts';

const PRICE_STALE_DAYS = 90;

type Notice = (path: ManifestPath, message: string) => ManifestProblem;
type About = (model: Model, notice: Notice, today: string) => Iterable<ManifestProblem>;

/**
 * Facts that are no mistakes but should be looked at: past shutdowns and prices that were not compared for long.
 * @param today `YYYY-MM-DD`
 */
export function manifestWarnings(
  manifests: readonly ShapedManifest[],
  today: string,
): readonly ManifestProblem[] {
  return aboutModels(manifests, today, [aboutPastShutdown, aboutPriceAge]);
}

/**
 * Facts that may be intended: near shutdowns, and discounts for callers that cost the operator money.
 * @param today `YYYY-MM-DD`
 */
export function manifestNotes(
  manifests: readonly ShapedManifest[],
  today: string,
): readonly ManifestProblem[] {
  return aboutModels(manifests, today, [aboutNearShutdown, aboutDiscount]);
}

/** Leaves out the models that are switched off. */
function aboutModels(
  manifests: readonly ShapedManifest[],
  today: string,
  abouts: readonly About[],
): readonly ManifestProblem[] {
  if (!isCalendarDate(today)) throw new RangeError(`${today} is not a day as YYYY-MM-DD`);
  return manifests.flatMap(({ source, placedModels }) =>
    placedModels
      .filter(({ model }) => model.enabled !== false)
      .flatMap(({ model, index }) => {
        const notice: Notice = (path, message) => source.problem(['models', index, ...path], message);
        return abouts.flatMap((about) => [...about(model, notice, today)]);
      }),
  );
}

function* aboutPastShutdown(model: Model, notice: Notice, today: string): Generator<ManifestProblem> {
  const { id, shutdown, successor } = model;
  const days = shutdown === undefined ? 0 : daysBetween(today, shutdown);
  // A model with a successor stays on purpose, because its callers learn which model to name.
  if (days >= 0 || successor !== undefined) return;
  yield notice(
    ['shutdown'],
    `${id} was shut down ${daysText(-days)} ago; add its successor, remove it, switch it off with enabled: false, or correct the date`,
  );
}

function* aboutNearShutdown(model: Model, notice: Notice, today: string): Generator<ManifestProblem> {
  const { id, shutdown, successor, onShutdown } = model;
  if (shutdown === undefined) return;
  const days = daysBetween(today, shutdown);
  if (days > RETIREMENT_NOTICE_DAYS) return;
  const cure = successor === undefined ? 'add its successor, and tell its callers' : 'tell its callers';
  if (days >= 0)
    yield notice(
      ['shutdown'],
      `${id} is shut down ${days === 0 ? 'today' : `in ${daysText(days)}`}; ${cure}`,
    );
  else if (successor !== undefined) {
    const now =
      onShutdown === 'successor' ? `${successor} runs in its place` : `callers are told of ${successor}`;
    yield notice(
      ['shutdown'],
      `${id} was shut down ${daysText(-days)} ago, and ${now}; remove it once nobody names it`,
    );
  }
}

function* aboutPriceAge({ id, price }: Model, notice: Notice, today: string): Generator<ManifestProblem> {
  const days = daysBetween(price.checked, today);
  if (days < 0) {
    yield notice(
      ['price', 'checked'],
      `lies ${daysText(-days)} ahead; set it to the day the prices were compared`,
    );
  } else if (days > PRICE_STALE_DAYS) {
    yield notice(
      ['price', 'checked'],
      `the prices of ${id} were last compared ${daysText(days)} ago; compare them with the provider's and set the day`,
    );
  }
}

/** For a cached token the caller pays `input * (1 - discount)` and the operator pays the provider's cached price. */
function* aboutDiscount({ id, price, caching }: Model, notice: Notice): Generator<ManifestProblem> {
  if (caching.discount === undefined) return;
  const input = BigInt(picoUsdPerToken(price.input));
  const callerPays = input * BigInt(1000 - thousandths(caching.discount));
  const operatorPays = BigInt(picoUsdPerToken(price.cachedInput ?? price.input)) * 1000n;
  if (callerPays >= operatorPays) return;
  const providerPrice =
    price.cachedInput === undefined ? 'gives none' : `charges "${price.cachedInput}" of "${price.input}"`;
  yield notice(
    ['caching', 'discount'],
    `${id} has a deeper discount than its provider, which ${providerPrice}; the operator pays the rest of every cached token`,
  );
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
