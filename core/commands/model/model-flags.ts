import type { Json } from '../../contract.ts';
import type { Model } from '../../generated/manifest.ts';
import { picoUsdPerToken, usdPerMillion } from '../../manifests/load/decimals.ts';
import { isJsonObject } from '../../schema/json-values.ts';
import { NONE, type FlagReader } from './flag-reader.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const PRICE = /^(0|[1-9]\d{0,4})(\.\d{1,6})?$/;
const PRICE_MEANING =
  'US dollars per million tokens, with at most six places, such as 0.15, or 0 where nothing is billed';

export interface ModelSource {
  readonly id: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** The source of facts without a flag, except prices, dates and names. */
  readonly like: Model | undefined;
  /** The facts that all models of the file share; used if there is no `like`. */
  readonly shared: Model;
}

/** The model that flags describe; `flags` remembers what is missing or wrong. The checks of a manifest judge the rest. */
export function modelOfFlags(flags: FlagReader, { id, today, like, shared }: ModelSource): Model {
  const base = like ?? shared;
  const accepts = acceptsOf(flags, base);
  const send = flags.isSet('send') ? jsonOf(flags, 'send') : (base.send ?? shared.send);
  return omitUndefined({
    id,
    upstream: flags.text('upstream') ?? id,
    group: flags.choice('group', ['reasoning', 'fast', 'legacy']) ?? like?.group ?? 'fast',
    judge: flags.choice('judge', ['primary', 'alternative', 'reasoning']),
    price: priceOf(flags, today, like),
    limits: limitsOf(flags, accepts, { like, base }),
    typicalOutputTokens: base.typicalOutputTokens,
    accepts,
    sampling: samplingOf(flags, base),
    schemaEnforcement:
      flags.choice('schema', ['native', 'forcedTool', 'instruction']) ?? base.schemaEnforcement,
    caching: cachingOf(flags, { like, base }),
    tools: base.tools ?? shared.tools,
    tuning: flags.text('tuning', base.tuning),
    send,
    shutdown: flags.text('shutdown'),
    successor: flags.text('successor'),
  });
}

function priceOf(flags: FlagReader, today: string, like: Model | undefined): Model['price'] {
  const price = (option: string, isRequired: boolean): string | undefined => {
    if (isRequired && !flags.isSet(option)) return flags.missing(`${option} USD|none`, undefined);
    const number = flags.matching(option, PRICE, PRICE_MEANING);
    // As manifests write prices, whatever number of zeros was typed.
    return number === undefined ? undefined : usdPerMillion(picoUsdPerToken(number));
  };
  const requiredPrice = (option: string): string => {
    if (flags.text(option) === undefined) return flags.missing(option, '0');
    return price(option, true) ?? '0';
  };
  const [input, output] = [requiredPrice('price-input'), requiredPrice('price-output')];
  // A price that the other model has must be set, if only to `none`, so that nobody forgets it.
  return omitUndefined({
    input,
    cachedInput: price('price-cached-input', like?.price.cachedInput !== undefined),
    cacheWrite: price('price-cache-write', like?.price.cacheWrite !== undefined),
    output,
    longContext: longContextOf(flags, like?.price.longContext !== undefined),
    searchPerThousand: price('price-search', like?.price.searchPerThousand !== undefined),
    checked: flags.text('checked') ?? today,
  });
}

function longContextOf(flags: FlagReader, isRequired: boolean): Model['price']['longContext'] {
  const option = 'price-long-context';
  if (isRequired && !flags.isSet(option)) return flags.missing(`${option} JSON|none`, undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checks of a manifest judge its shape
  return jsonOf(flags, option) as Model['price']['longContext'];
}

interface Bases {
  readonly like: Model | undefined;
  readonly base: Model;
}

function limitsOf(flags: FlagReader, accepts: Model['accepts'], { like, base }: Bases): Model['limits'] {
  const { imageTokens, imageCounting, pdfPageTokens, pdfPageTextTokens, ...others } = base.limits;
  const { limits: bounds } = like ?? {};
  const contextTokens = flags.count('context') ?? bounds?.contextTokens ?? flags.missing('context', 1_024);
  const outputTokens = flags.count('max-output') ?? bounds?.outputTokens ?? flags.missing('max-output', 16);
  const usual = others.defaultOutputTokens;
  const hasImages = accepts.images.length > 0;
  const images = flags.count('image-tokens') ?? (hasImages ? imageTokens : undefined);
  const pages = flags.count('pdf-page-tokens') ?? (accepts.pdf ? pdfPageTokens : undefined);
  if (hasImages && images === undefined) flags.missing('image-tokens', undefined);
  if (accepts.pdf && pages === undefined) flags.missing('pdf-page-tokens', undefined);
  return omitUndefined({
    ...others,
    contextTokens,
    outputTokens,
    defaultOutputTokens: flags.count('default-output') ?? Math.min(usual, outputTokens),
    imageTokens: images,
    imageCounting: hasImages ? imageCounting : undefined,
    pdfPageTokens: pages,
    pdfPageTextTokens: accepts.pdf ? pdfPageTextTokens : undefined,
  });
}

function acceptsOf(flags: FlagReader, { accepts }: Model): Model['accepts'] {
  const pdf = flags.isSet('pdf') ? flags.choice('pdf', ['yes', 'no']) === 'yes' : accepts.pdf;
  return { images: imagesOf(flags) ?? accepts.images, pdf };
}

function imagesOf(flags: FlagReader): Model['accepts']['images'] | undefined {
  if (!flags.isSet('images')) return undefined;
  const names = flags.text('images')?.split(',') ?? [];
  const types = IMAGE_TYPES.filter((type) => names.includes(type.slice('image/'.length)));
  if (types.length === names.length) return types;
  return flags.wrong('images', 'must be a list of png, jpeg, gif, webp with commas between, or none', []);
}

function samplingOf(flags: FlagReader, base: Model): Model['sampling'] {
  const { temperature, topP, ...others } = base.sampling;
  return {
    ...others,
    temperature: rangeOf(flags, 'temperature') ?? temperature,
    topP: rangeOf(flags, 'top-p') ?? topP,
  };
}

function rangeOf(flags: FlagReader, option: string): false | readonly [number, number] | undefined {
  const text = flags.text(option);
  if (text === undefined || text === 'off') return text === undefined ? undefined : false;
  const [, min, max] = /^(\d{1,3}(?:\.\d{1,3})?)\.\.(\d{1,3}(?:\.\d{1,3})?)$/.exec(text) ?? [];
  if (min !== undefined && max !== undefined) return [Number(min), Number(max)];
  const meaning =
    'must be the least and the greatest value, such as 0..2, or off where the provider refuses it';
  return flags.wrong(option, meaning, undefined);
}

function cachingOf(flags: FlagReader, { like, base }: Bases): Model['caching'] {
  if (flags.isSet('caching') && flags.text('caching') === undefined) return { mode: NONE };
  const isCached = flags.text('price-cached-input') !== undefined;
  const usual = isCached && base.caching.mode === NONE ? 'automatic' : base.caching.mode;
  const mode = flags.choice('caching', ['automatic', 'explicit', 'resource']) ?? like?.caching.mode ?? usual;
  const minTokens = flags.count('cache-min-tokens') ?? base.caching.minTokens;
  const discount = flags.text('cache-discount', base.caching.discount);
  const isShared = like === undefined && !flags.isSet('caching');
  if (isShared && !isCached && discount === undefined) return { mode: NONE };
  if (minTokens === undefined && ['explicit', 'resource'].includes(mode))
    flags.missing('cache-min-tokens', undefined);
  return omitUndefined({ mode, minTokens, discount });
}

function jsonOf(flags: FlagReader, option: string): Readonly<Record<string, Json>> | undefined {
  const text = flags.text(option);
  if (text === undefined) return undefined;
  try {
    const value: Json = JSON.parse(text);
    if (isJsonObject(value)) return Object.keys(value).length === 0 ? undefined : value;
  } catch {
    // Falls through: text that is no JSON is as wrong as JSON of another kind.
  }
  return flags.wrong(option, 'must be a JSON object, or none', undefined);
}
