import type {
  ModelTools,
  Json,
  JsonObject,
  LinkedProvider,
  Model,
  Price,
  RegistryData,
  SchemaSubset,
  TokenPrices,
  TuningParameter,
} from '../../contract.ts';
import type * as unlinked from '../../generated/manifest.ts';
import type { ShapedManifest } from '../check/check-shape.ts';
import { hashManifests } from '../load/hash-manifests.ts';
import { casesOf } from '../load/tuning-cases.ts';
import { picoUsdPerQuery, picoUsdPerToken, thousandths } from '../load/decimals.ts';

/** Builds the gateway's registry from checked manifests. Models keep the order of files and entries. */
export function linkRegistry(
  shaped: readonly ShapedManifest[],
  texts: ReadonlyMap<string, string>,
): RegistryData {
  const switchedOff = shaped.flatMap(({ manifest }) => switchedOffModels(manifest).map(({ id }) => id));
  return {
    hash: hashManifests(texts),
    providers: shaped.map(({ manifest }) => linkProvider(manifest.provider)),
    models: shaped.flatMap(({ manifest }) =>
      enabledModels(manifest).map((model) => linkModel(model, manifest)),
    ),
    ...(switchedOff.length > 0 && { switchedOff }),
  };
}

/** The models that callers may name. */
export function enabledModels({ models }: unlinked.Manifest): readonly unlinked.Model[] {
  return models.filter(({ enabled }) => enabled !== false);
}

/** The models of the manifest that callers may not name. */
export function switchedOffModels({ models }: unlinked.Manifest): readonly unlinked.Model[] {
  return models.filter(({ enabled }) => enabled === false);
}

function linkProvider(provider: unlinked.Provider): LinkedProvider {
  const {
    headers = {},
    wire = {},
    telemetryName = provider.id,
    promptCacheKey = null,
    attachments = {},
    rules = {},
    schemaSubset,
  } = provider;
  // A running gateway needs no price list.
  const { priceLists: _, ...facts } = provider;
  return {
    ...facts,
    baseUrl: provider.baseUrl.replace(/\/+$/, ''),
    headers,
    wire,
    telemetryName,
    promptCacheKey,
    rules: {
      minTokens: rules.minTokens ?? 1,
      userFirst: rules.userFirst === true,
      capWithinContext: rules.capWithinContext === true,
    },
    attachments,
    schemaSubset: linkSubset(schemaSubset),
  };
}

function linkSubset(subset: unlinked.Provider['schemaSubset']): SchemaSubset | null {
  if (subset === undefined) return null;
  const { keywords, maxDepth, allRequired, closedObjects, rootObject, typed } = subset;
  return {
    keywords,
    maxDepth,
    allRequired: allRequired === true,
    closedObjects: closedObjects === true,
    rootObject: rootObject === true,
    typed: typed === true,
  };
}

function linkModel(model: unlinked.Model, { provider, tuning }: unlinked.Manifest): Model {
  const group = model.tuning === undefined ? undefined : tuning?.[model.tuning];
  return {
    id: model.id,
    provider: provider.id,
    upstream: model.upstream,
    names: model.names ?? [],
    group: model.group,
    judge: model.judge ?? null,
    price: linkPrice(model.price),
    limits: linkLimits(model),
    typicalOutputTokens: { ...TYPICAL_OUTPUT[model.group], ...model.typicalOutputTokens },
    accepts: model.accepts,
    sampling: {
      temperature: model.sampling.temperature === false ? null : model.sampling.temperature,
      topP: model.sampling.topP === false ? null : model.sampling.topP,
      together: model.sampling.together !== false,
      greedyTopP: model.sampling.greedyTopP ?? null,
    },
    schemaEnforcement: model.schemaEnforcement,
    tools: model.tools === undefined ? null : { ...TOOLS, ...model.tools },
    caching: {
      mode: model.caching.mode,
      minTokens: model.caching.minTokens ?? null,
      discountMilli: model.caching.discount === undefined ? null : thousandths(model.caching.discount),
    },
    tuning: Object.fromEntries(
      Object.entries(group ?? {}).map(([name, parameter]) => [name, linkParameter(parameter)]),
    ),
    send: model.send ?? {},
    shutdown: model.shutdown ?? null,
    deprecated: model.deprecated ?? null,
    successor: model.successor ?? null,
    isSucceeded: model.onShutdown === 'successor',
  };
}

const TOOLS: ModelTools = {
  parallelSwitch: true,
  forcedChoice: true,
  noneChoice: true,
  strict: false,
  besideSchema: true,
  returnsReasoning: false,
};

/** `every` may have limits for files that a model does not accept. */
function linkLimits({ limits, accepts }: unlinked.Model): Model['limits'] {
  const { contextTokens, outputTokens, defaultOutputTokens, uncappedReasoningTokens = 0 } = limits;
  const { imageTokens = 0, imageCounting, pdfPageTokens = 0, pdfPageTextTokens } = limits;
  const hasImages = accepts.images.length > 0;
  return {
    contextTokens,
    outputTokens,
    defaultOutputTokens,
    uncappedReasoningTokens,
    imageTokens: hasImages ? imageTokens : 0,
    pdfPageTokens: accepts.pdf ? pdfPageTokens : 0,
    ...(hasImages && imageCounting !== undefined && { imageCounting }),
    ...(accepts.pdf && pdfPageTextTokens !== undefined && { pdfPageTextTokens }),
  };
}

/** The defaults of manifests. A model that may think by default is assumed to think. */
export const TYPICAL_OUTPUT: Readonly<Record<Model['group'], Model['typicalOutputTokens']>> = {
  reasoning: { answer: 1_000, verdict: 500, reasoning: 1_000 },
  fast: { answer: 1_000, verdict: 500, reasoning: 0 },
  legacy: { answer: 1_000, verdict: 500, reasoning: 0 },
};

function linkPrice(price: unlinked.Model['price']): Price {
  const { longContext, searchPerThousand } = price;
  return {
    ...linkTokenPrices(price),
    longContext:
      longContext === undefined
        ? null
        : { overInputTokens: longContext.overInputTokens, ...linkTokenPrices(longContext) },
    searchPicoUsd: searchPerThousand === undefined ? null : picoUsdPerQuery(searchPerThousand),
    checked: price.checked,
  };
}

interface WrittenPrices {
  readonly input: string;
  readonly output: string;
  readonly cachedInput?: string;
  readonly cacheWrite?: string;
}

function linkTokenPrices({ input, output, cachedInput, cacheWrite }: WrittenPrices): TokenPrices {
  return {
    inputPicoUsd: picoUsdPerToken(input),
    outputPicoUsd: picoUsdPerToken(output),
    cachedInputPicoUsd: cachedInput === undefined ? null : picoUsdPerToken(cachedInput),
    cacheWritePicoUsd: cacheWrite === undefined ? null : picoUsdPerToken(cacheWrite),
  };
}

function linkParameter(parameter: unlinked.TuningParameter): TuningParameter {
  return { schema: parameterSchema(parameter), cases: casesOf(parameter).map(({ wireCase }) => wireCase) };
}

/** The JSON Schema of a parameter, as callers see it. */
export function parameterSchema({
  'x-wire': _wire,
  oneOf,
  enum: words,
  ...rest
}: unlinked.TuningParameter): JsonObject {
  const sets: readonly Json[] | undefined = oneOf?.map((set) => ({ ...set }));
  return { ...rest, ...(words !== undefined && { enum: words }), ...(sets !== undefined && { oneOf: sets }) };
}
