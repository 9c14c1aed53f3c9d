import { isJsonObject } from '../../manifests/load/json-values.ts';
import { picoUsdPerToken } from '../../manifests/load/scaled-integer.ts';
import type { Json, JsonObject } from '../../contract.ts';
import type { Model } from '../../generated/manifest.ts';
import { usdPerMillion } from '../../manifests/load/exact-number.ts';
import { NONE, rangeOf } from './answer-checks.ts';
import type { Answers } from './collect-answers.ts';

/** The model that the answers to `modelQuestions` describe. What was left out has no key. */
export function modelOfAnswers(answers: Answers, idOption: string): Model {
  const text = (option: string): string => answers.get(option) ?? NONE;
  const judge = choice(text('judge'), ['primary', 'alternative', 'reasoning']);
  const images = text('images') === NONE ? [] : text('images').split(',');
  const tuning = given(text('tuning'));
  const send = sendOf(given(text('send')));
  const shutdown = given(text('shutdown'));
  const successor = given(text('successor'));
  return {
    id: text(idOption),
    upstream: text('upstream'),
    group: choice(text('group'), ['reasoning', 'fast', 'legacy']) ?? 'fast',
    ...(judge !== undefined && { judge }),
    price: priceOf(text),
    limits: limitsOf(text),
    accepts: {
      images: (['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const).filter((type) =>
        images.includes(type.slice('image/'.length)),
      ),
      pdf: text('pdf') === 'yes',
    },
    sampling: { temperature: rangeOf(text('temperature')) ?? false, topP: rangeOf(text('top-p')) ?? false },
    schemaEnforcement: choice(text('schema'), ['native', 'forcedTool']) ?? 'instruction',
    caching: cachingOf(text),
    ...(tuning !== undefined && { tuning }),
    ...(send !== undefined && { send }),
    ...(shutdown !== undefined && { shutdown }),
    ...(successor !== undefined && { successor }),
  };
}

type Text = (option: string) => string;

function priceOf(text: Text): Model['price'] {
  const cachedInput = given(text('price-cached-input'));
  const cacheWrite = given(text('price-cache-write'));
  const search = given(text('price-search'));
  return {
    input: asWritten(text('price-input')),
    ...(cachedInput !== undefined && { cachedInput: asWritten(cachedInput) }),
    ...(cacheWrite !== undefined && { cacheWrite: asWritten(cacheWrite) }),
    output: asWritten(text('price-output')),
    ...(search !== undefined && { searchPerThousand: asWritten(search) }),
    checked: text('checked'),
  };
}

function limitsOf(text: Text): Model['limits'] {
  const imageTokens = given(text('image-tokens'));
  const pdfPageTokens = given(text('pdf-page-tokens'));
  return {
    contextTokens: Number(text('context')),
    outputTokens: Number(text('max-output')),
    defaultOutputTokens: Number(text('default-output')),
    ...(imageTokens !== undefined && { imageTokens: Number(imageTokens) }),
    ...(pdfPageTokens !== undefined && { pdfPageTokens: Number(pdfPageTokens) }),
  };
}

function cachingOf(text: Text): Model['caching'] {
  const minTokens = given(text('cache-min-tokens'));
  const discount = given(text('cache-discount'));
  return {
    mode: choice(text('caching'), ['automatic', 'explicit', 'resource']) ?? 'none',
    ...(minTokens !== undefined && { minTokens: Number(minTokens) }),
    ...(discount !== undefined && { discount }),
  };
}

function sendOf(answer: string | undefined): JsonObject | undefined {
  const constants: Json = answer === undefined ? null : JSON.parse(answer);
  return isJsonObject(constants) && Object.keys(constants).length > 0 ? constants : undefined;
}

function given(answer: string): string | undefined {
  return answer === NONE ? undefined : answer;
}

function choice<const T extends string>(answer: string, words: readonly T[]): T | undefined {
  return words.find((word) => word === answer);
}

/** As manifests write prices, whatever number of zeros was typed. */
function asWritten(price: string): string {
  return usdPerMillion(BigInt(picoUsdPerToken(price)));
}
