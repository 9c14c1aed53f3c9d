import type { Model, Price, RegistryData } from '../../core/contract.ts';
import type { ShapedManifest } from '../../core/manifests/check/check-shape.ts';
import { callersCachedPicoUsd } from '../../core/registry/describe-model.ts';
import { code, markdownTable } from './markdown-table.ts';

/** One row per model that callers may name, in the order of the manifests. Prices are what callers pay before a markup. */
export function modelTable(
  { providers, models }: Pick<RegistryData, 'providers' | 'models'>,
  manifests: readonly ShapedManifest[],
): string {
  const names = new Map(providers.map(({ id, name }) => [id, name]));
  const rows = models.map((model) =>
    rowOf(model, names.get(model.provider) ?? model.provider, unlistedPrices(model.id, manifests)),
  );
  return markdownTable(
    [
      'model',
      'provider',
      'group',
      'input',
      'cached input',
      'output',
      'context',
      'reads',
      'judge',
      'notes',
      'prices read',
    ],
    rows,
  );
}

/** The prices that were not found in the provider's own list. */
interface UnlistedPrices {
  readonly prices: readonly (keyof typeof PRICE_NAMES)[];
  readonly source?: string;
}

const PRICE_NAMES = {
  input: 'input',
  output: 'output',
  cachedInput: 'cached input',
  cacheWrite: 'cache writes',
  searchPerThousand: 'web searches',
};

function unlistedPrices(id: string, manifests: readonly ShapedManifest[]): UnlistedPrices | undefined {
  return manifests.flatMap(({ manifest }) => manifest.models).find((model) => model.id === id)?.price
    .unlisted;
}

function rowOf(
  model: Model,
  provider: string,
  unlisted: UnlistedPrices | undefined,
): readonly (string | number)[] {
  const { id, group, price, caching, limits, accepts, judge } = model;
  const notes = [
    ...tierNotes(price, caching),
    ...(unlisted === undefined ? [] : [unlistedNote(unlisted, provider, price.checked)]),
    ...shutdownNotes(model),
  ];
  return [
    code(id),
    provider,
    group,
    usd(price.inputPicoUsd / 1e6),
    caching.mode === 'none' ? 'not cached' : usd(callersCachedPicoUsd(price, caching) / 1e6),
    usd(price.outputPicoUsd / 1e6),
    limits.contextTokens.toLocaleString('en-US'),
    readsOf(accepts),
    judge ?? '',
    notes.join(' '),
    price.checked,
  ];
}

function readsOf({ images, pdf }: Model['accepts']): string {
  return [...(images.length > 0 ? ['images'] : []), ...(pdf ? ['PDF'] : [])].join(', ');
}

function tierNotes(
  { cacheWritePicoUsd, longContext, searchPicoUsd }: Price,
  caching: Model['caching'],
): readonly string[] {
  const notes: string[] = [];
  if (cacheWritePicoUsd !== null) notes.push(`Cache writes ${usd(cacheWritePicoUsd / 1e6)}.`);
  if (longContext !== null) {
    const over = longContext.overInputTokens.toLocaleString('en-US');
    const prices = [
      `input ${usd(longContext.inputPicoUsd / 1e6)}`,
      `cached input ${usd(callersCachedPicoUsd(longContext, caching) / 1e6)}`,
      `output ${usd(longContext.outputPicoUsd / 1e6)}`,
    ];
    notes.push(`Over ${over} input tokens: ${prices.join(', ')}.`);
  }
  if (searchPicoUsd !== null) notes.push(`A thousand web searches ${usd(searchPicoUsd / 1e9)}.`);
  return notes;
}

function unlistedNote({ prices, source }: UnlistedPrices, provider: string, checked: string): string {
  const names = prices.map((name) => PRICE_NAMES[name]).join(', ');
  const origin = source === undefined ? '' : `; from ${source}`;
  return `Not found in ${provider}’s price list (read ${checked}): ${names}${origin}.`;
}

function shutdownNotes({ shutdown, successor }: Model): readonly string[] {
  if (shutdown === null) return [];
  return [`Shut down on ${shutdown}${successor === null ? '' : `; name ${code(successor)} instead`}.`];
}

/** US dollars with cents, and with more digits if the price has them. */
function usd(price: number): string {
  return price.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 9 });
}
