import type { Attachment, ImageCounting, Model } from '../contract.ts';
import { requireCount, requireSafe } from './amounts.ts';
import { type ChargeTerms, chargeFor, MAX_TOKENS, ratesOf } from './price.ts';

type Pixels = NonNullable<Attachment['pixels']>;
type PdfFile = Pick<Attachment, 'sizeBytes' | 'pages'>;

/** The part of a call's cost that depends on its messages and files. */
export interface CallShape {
  readonly model: Model;
  readonly system: readonly unknown[];
  readonly turns: readonly unknown[];
  readonly attachments: readonly Attachment[];
}

/** The paid services beyond tokens that a call asks for. */
export interface PaidExtras {
  readonly webSearch: boolean;
  /** Whether the call names a cache that its provider keeps, whose content the gateway never sees. */
  readonly cachedResource: boolean;
}

/** Everything about one call that its cost depends on. */
export interface SizedCall extends CallShape, PaidExtras, ChargeTerms {
  /** The tokens of all text sent: system, turns, schema, instructions. Not the attachments. */
  readonly textTokens: number;
  /** Reasoning included. */
  readonly outputTokens: number;
}

/** The estimated quantities and cost of one call. */
export interface CallEstimate {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly searches: number;
  readonly costMicroCredits: number;
}

interface FileCounting {
  readonly image: (limits: Model['limits'], pixels: Pixels | undefined) => number;
  readonly pdf: (limits: Model['limits'], pdf: PdfFile) => bigint;
}

/** The tokens and searches that an estimate adds to the text of a call. */
interface Allowance {
  /** Role marks and separators around one message; known chat templates need fewer than 8 tokens. */
  readonly tokensPerMessage: number;
  /** Instructions that a provider itself puts in front; known ones stay below 500 tokens. */
  readonly tokensPerCall: number;
  /** Search queries that a call with web search is billed for; more than three are rare. */
  readonly searches: number;
  readonly files: FileCounting;
}

/** At worst an image counts as the largest, whatever its size. */
const WORST_FILES: FileCounting = { image: (limits) => limits.imageTokens, pdf: maxPdfTokens };
const LIKELY_FILES: FileCounting = { image: imageTokens, pdf: likelyPdfTokens };
/** What a call takes at most. */
export const WORST: Allowance = {
  tokensPerMessage: 16,
  tokensPerCall: 512,
  searches: 10,
  files: WORST_FILES,
};
/** What a call rarely exceeds. */
export const LIKELY: Allowance = { tokensPerMessage: 8, tokensPerCall: 16, searches: 3, files: LIKELY_FILES };
/** For the results of a search, which some providers count as input. */
const TOKENS_PER_SEARCH = 2_048;
/** A compressed page of full text takes more, but a file may list one page many times. */
const BYTES_PER_PDF_PAGE = 512;
/** Providers refuse files with more pages. */
const MAX_PDF_PAGES = 1_000;

/**
 * Estimates the cost of one call at the highest price that each of its tokens can have. It never falls when the input,
 * the output or a count grows.
 * @throws RangeError if a quantity is negative, fractional or beyond its bound.
 */
export function estimateCall(call: SizedCall, allowance: Allowance): CallEstimate {
  const tokensIn = inputTokens(call, allowance);
  const tokensOut = requireCount('outputTokens', call.outputTokens, MAX_TOKENS);
  const searches = call.webSearch ? allowance.searches : 0;
  const usage = { tokensIn, tokensCached: 0, tokensCacheWrite: 0, tokensOut, searches };
  const costMicroCredits = chargeFor(usage, ratesOf(call.model, tokensIn).dearest, call);
  return { tokensIn, tokensOut, searches, costMicroCredits };
}

/** Adds up the estimates. @throws RangeError if the sum leaves the range of exact integers. */
export function sumCosts(estimates: readonly { readonly costMicroCredits: number }[]): number {
  let total = 0n;
  for (const { costMicroCredits } of estimates) total += BigInt(requireCount('A hold', costMicroCredits));
  return requireSafe('The request’s hold', total);
}

/**
 * Adds the allowance to the tokens of a text. The model's context bounds the sum, because a provider refuses longer
 * input. If the call names a provider's cache, its content may fill the context.
 * @throws RangeError as `estimateCall`.
 */
export function inputTokens(
  call: CallShape & PaidExtras & Pick<SizedCall, 'textTokens'>,
  { tokensPerMessage, tokensPerCall, searches, files }: Allowance,
): number {
  const { limits } = call.model;
  const contextTokens = requireCount('The context', limits.contextTokens, MAX_TOKENS);
  const messages = call.system.length + call.turns.length;
  let tokens =
    BigInt(requireCount('textTokens', call.textTokens)) + BigInt(messages * tokensPerMessage + tokensPerCall);
  if (call.attachments.length > 0) tokens += tokensOfFiles(call, files);
  if (call.webSearch) tokens += BigInt(searches * TOKENS_PER_SEARCH);
  return !call.cachedResource && tokens < BigInt(contextTokens) ? Number(tokens) : contextTokens;
}

/** Estimates the tokens of a call's images and PDFs; at most as many as its model's context holds. */
export function fileTokens(call: Pick<CallShape, 'model' | 'attachments'>): number {
  const tokens = tokensOfFiles(call, LIKELY_FILES);
  const { contextTokens } = call.model.limits;
  return tokens < BigInt(contextTokens) ? Number(tokens) : contextTokens;
}

function tokensOfFiles(
  { model: { limits }, attachments }: Pick<CallShape, 'model' | 'attachments'>,
  counting: FileCounting,
): bigint {
  let tokens = 0n;
  for (const file of attachments)
    tokens +=
      file.mediaType === 'application/pdf'
        ? counting.pdf(limits, file)
        : BigInt(counting.image(limits, file.pixels));
  return tokens;
}

/** Computes the tokens that a model counts for an image. @param pixels undefined if nobody read its size. */
export function imageTokens(
  { imageTokens: most, imageCounting }: Model['limits'],
  pixels: Pixels | undefined,
): number {
  return imageCounting === undefined || pixels === undefined
    ? most
    : Math.min(most, countedTokens(imageCounting, pixels));
}

function countedTokens(counting: ImageCounting, pixels: Pixels): number {
  const { squarePx, tokensPerSquare = 1, tokensPerRow = 0, baseTokens = 0, pixelsPerToken = 1 } = counting;
  const { width, height } = scaledDown(counting, pixels);
  if (squarePx === undefined) return baseTokens + Math.ceil((width * height) / pixelsPerToken);
  const rows = Math.ceil(height / squarePx);
  const squares = rows * Math.ceil(width / squarePx);
  return baseTokens + rows * tokensPerRow + Math.ceil(squares * tokensPerSquare);
}

function scaledDown({ fitPx = Infinity, shortSidePx = Infinity }: ImageCounting, pixels: Pixels): Pixels {
  const { width, height } = pixels;
  const fitted = Math.min(1, fitPx / Math.max(width, height));
  const scale = Math.min(fitted, shortSidePx / Math.min(width, height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

/**
 * Each page counts as a picture and its text. The text is compressed, so it has at most a token for each byte of the
 * file.
 */
function likelyPdfTokens({ pdfPageTokens, pdfPageTextTokens = 0 }: Model['limits'], pdf: PdfFile): bigint {
  const pages = likelyPages(pdf);
  const fullText = pages * BigInt(pdfPageTextTokens);
  const text = BigInt(requireCount('A file size', pdf.sizeBytes));
  return pages * BigInt(pdfPageTokens - pdfPageTextTokens) + (text < fullText ? text : fullText);
}

function maxPdfTokens({ pdfPageTokens }: Model['limits'], pdf: PdfFile): bigint {
  return maxPages(pdf) * BigInt(pdfPageTokens);
}

/** If nobody counted the pages, as many as an ordinary file of this size has. */
export function likelyPages({ pages, sizeBytes }: PdfFile): bigint {
  if (pages !== undefined) return BigInt(requireCount('A page count', pages));
  return BigInt(Math.ceil(requireCount('A file size', sizeBytes) / BYTES_PER_PDF_PAGE));
}

/** If nobody counted the pages, at least as many as providers take. */
function maxPages(pdf: PdfFile): bigint {
  const pages = likelyPages(pdf);
  return pdf.pages === undefined && pages < MAX_PDF_PAGES ? BigInt(MAX_PDF_PAGES) : pages;
}
