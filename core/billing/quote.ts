import type { Model } from '../contract.ts';
import { requireCount, requireSafe } from './amounts.ts';
import { callerRates, chargeFor, MAX_TOKENS } from './price.ts';
import type { ChargeTerms, Rates } from './price.ts';

export interface PdfFile {
  readonly sizeBytes: number;
  /** Undefined where nobody counted: the gateway does not parse files. */
  readonly pages: number | undefined;
}

/** Everything about one call that decides what it can cost at most: the hold of an account that holds the worst. */
export interface QuotedCall extends ChargeTerms {
  readonly model: Model;
  /** UTF-8 bytes of all text sent: system, turns, schema, instructions. Not the attachments. */
  readonly inputBytes: number;
  /** Tokens that come in otherwise than as text known now, such as another model's capped answer. */
  readonly inputTokens?: number;
  readonly turnCount: number;
  readonly images: number;
  readonly pdfs: readonly PdfFile[];
  /** The output cap sent to the provider, thinking budget included. */
  readonly maxTokens: number;
  readonly webSearch: boolean;
  /** The call names a cache resource kept by the provider: input the gateway never sees. */
  readonly cachedResource: boolean;
}

export interface MaxCallCost {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly searches: number;
  readonly holdMicroCredits: number;
}

/** Role marks and separators around one message; known chat templates need fewer than 8. */
const TOKENS_PER_MESSAGE = 16;
/** Instructions a provider puts in front by itself: tool use and built-in system prompts stay below 500. */
const TOKENS_PER_CALL = 512;
/** Queries one grounded call may be billed for; seldom more than three are seen. */
const SEARCHES_PER_CALL = 10;
/** Some usage counts include what a search returned. */
const TOKENS_PER_SEARCH = 2048;
/** A page of full text, compressed, takes more than this, but a file may list one page many times. */
const BYTES_PER_PDF_PAGE = 512;
/** Providers take no files of more. */
const MAX_PDF_PAGES = 1_000;

/**
 * The most one call can cost. Never falls when the input, the cap or a count grows.
 * @throws RangeError where a quantity is negative, fractional or beyond its bound.
 */
export function maxCallCost(call: QuotedCall): MaxCallCost {
  const tokensIn = maxInputTokens(call);
  const reasoning = requireCount('Uncapped reasoning', call.model.limits.uncappedReasoningTokens, MAX_TOKENS);
  const tokensOut = requireCount('maxTokens', call.maxTokens, MAX_TOKENS) + reasoning;
  return dearestCost(call, { tokensIn, tokensOut, searches: call.webSearch ? SEARCHES_PER_CALL : 0 });
}

/** What so much costs at the highest price each of its tokens can have. */
export function dearestCost(
  call: Pick<QuotedCall, 'model' | keyof ChargeTerms>,
  quantities: Omit<MaxCallCost, 'holdMicroCredits'>,
): MaxCallCost {
  const rates = dearestRates(call.model, quantities.tokensIn);
  const holdMicroCredits = chargeFor({ ...quantities, tokensCached: 0, tokensCacheWrite: 0 }, rates, call);
  return { ...quantities, holdMicroCredits };
}

/** What calls come to together. @throws RangeError where the sum leaves the exact range. */
export function sumHolds(maxCosts: readonly { readonly holdMicroCredits: number }[]): number {
  let total = 0n;
  for (const maxCost of maxCosts) total += BigInt(requireCount('A hold', maxCost.holdMicroCredits));
  return requireSafe('The request’s hold', total);
}

/**
 * A byte-level tokenizer makes at most one token of a byte, so bytes bound tokens for every model without a tokenizer.
 * A provider refuses what is longer than the model's context, so that bounds it as well.
 * @returns tokens. @throws RangeError as `maxCallCost`.
 */
export function maxInputTokens(call: Omit<QuotedCall, 'maxTokens' | keyof ChargeTerms>): number {
  let tokens =
    BigInt(requireCount('inputBytes', call.inputBytes)) +
    BigInt(requireCount('inputTokens', call.inputTokens ?? 0)) +
    BigInt(requireCount('turnCount', call.turnCount)) * BigInt(TOKENS_PER_MESSAGE) +
    BigInt(TOKENS_PER_CALL) +
    fileTokens(call, maxPages);
  if (call.webSearch) tokens += BigInt(SEARCHES_PER_CALL * TOKENS_PER_SEARCH);
  return withinContext(call, tokens);
}

/** What a provider keeps in a cache may be as much as the context holds. */
export function withinContext(
  { model: { limits }, cachedResource }: Pick<QuotedCall, 'model' | 'cachedResource'>,
  tokens: bigint,
): number {
  const contextTokens = requireCount('The context', limits.contextTokens, MAX_TOKENS);
  return !cachedResource && tokens < BigInt(contextTokens) ? Number(tokens) : contextTokens;
}

/** The most tokens that a call's files have, with so many pages. */
export function fileTokens(
  { model: { limits }, images, pdfs }: Pick<QuotedCall, 'model' | 'images' | 'pdfs'>,
  pagesOf: (pdf: PdfFile) => bigint,
): bigint {
  let tokens = BigInt(requireCount('images', images)) * BigInt(limits.imageTokens);
  for (const pdf of pdfs) tokens += pagesOf(pdf) * BigInt(limits.pdfPageTokens);
  return tokens;
}

/** Where nobody counted them, as many as an honest file of this size has. */
export function likelyPages({ pages, sizeBytes }: PdfFile): bigint {
  if (pages !== undefined) return BigInt(requireCount('A page count', pages));
  return BigInt(Math.ceil(requireCount('A file size', sizeBytes) / BYTES_PER_PDF_PAGE));
}

/** Where nobody counted them, as many as providers take. */
function maxPages(pdf: PdfFile): bigint {
  const pages = likelyPages(pdf);
  return pdf.pages === undefined && pages < MAX_PDF_PAGES ? BigInt(MAX_PDF_PAGES) : pages;
}

/** The dearest price each token can have: any tier the input may fall in, cached, written or neither. */
function dearestRates(model: Model, tokensIn: number): Rates {
  const { price } = model;
  const { longContext } = price;
  const short = dearestInput(callerRates(price, price.searchPicoUsd, model.caching));
  if (longContext === null || tokensIn <= longContext.overInputTokens) return short;
  const long = dearestInput(callerRates(longContext, price.searchPicoUsd, model.caching));
  return { ...long, input: dearer(short.input, long.input), output: dearer(short.output, long.output) };
}

function dearestInput(rates: Rates): Rates {
  return { ...rates, input: dearer(rates.input, dearer(rates.cached, rates.cacheWrite)) };
}

function dearer(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
