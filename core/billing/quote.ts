import type { Attachment, Model } from '../contract.ts';
import { requireCount, requireSafe } from './amounts.ts';
import { imageTokens, type Pixels } from './image-tokens.ts';
import { type ChargeTerms, chargeFor, MAX_TOKENS, ratesOf } from './price.ts';

export interface PdfFile {
  readonly sizeBytes: number;
  /** Undefined where nobody counted: the gateway does not parse files. */
  readonly pages: number | undefined;
}

/** Everything about one call that its cost depends on, besides its text and its output. */
export interface CallShape {
  readonly model: Model;
  readonly turnCount: number;
  /** The size of each; undefined where nobody read it. */
  readonly images: readonly (Pixels | undefined)[];
  readonly pdfs: readonly PdfFile[];
  readonly webSearch: boolean;
  /** The call names a cache resource kept by the provider: input the gateway never sees. */
  readonly cachedResource: boolean;
}

/** Everything about one call that decides what it can cost at most. Accounts with `holds: worst` hold this. */
export interface QuotedCall extends CallShape, ChargeTerms {
  /** UTF-8 bytes of all text sent: system, turns, schema, instructions. Not the attachments. */
  readonly inputBytes: number;
  /** Input whose text is not known yet, in tokens, such as another model's answer at its cap. */
  readonly inputTokens?: number;
  /** The output cap sent to the provider, thinking budget included. */
  readonly maxTokens: number;
}

/** The part of a call that `shapeOf` reads. */
interface ShapedCall {
  readonly model: Model;
  readonly system: readonly unknown[];
  readonly turns: readonly unknown[];
  readonly attachments: readonly Attachment[];
}

/** The part of a call's cost that depends on its messages and files. */
export function shapeOf({
  model,
  system,
  turns,
  attachments,
}: ShapedCall): Omit<CallShape, 'webSearch' | 'cachedResource'> {
  const turnCount = system.length + turns.length;
  if (attachments.length === 0) return { model, turnCount, images: [], pdfs: [] };
  const isPdf = ({ mediaType }: Attachment): boolean => mediaType === 'application/pdf';
  const pdfs = attachments.filter(isPdf);
  return {
    model,
    turnCount,
    images: attachments.filter((file) => !isPdf(file)).map(({ pixels }) => pixels),
    pdfs: pdfs.map(({ sizeBytes, pages }) => ({ sizeBytes, pages })),
  };
}

/** Everything about one call that decides what it is likely to cost. */
export interface ForecastCall extends CallShape, ChargeTerms {
  /** Of all text sent, counted high; not the attachments. */
  readonly textTokens: number;
  /** Reasoning included. */
  readonly outputTokens: number;
  /** The provider adds a tool's definition to the call. */
  readonly usesTool: boolean;
}

/** What one call is estimated to need and to cost. */
export interface CallEstimate {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly searches: number;
  readonly holdMicroCredits: number;
}

interface FileCounting {
  readonly image: (limits: Model['limits'], pixels: Pixels | undefined) => number;
  readonly pdf: (limits: Model['limits'], pdf: PdfFile) => bigint;
}

/** What comes on top of the text of a call. */
interface Allowance {
  /** Role marks and separators around one message; known chat templates need fewer than 8 tokens. */
  readonly tokensPerMessage: number;
  /** Instructions a provider puts in front by itself; known ones stay below 500 tokens. */
  readonly tokensPerCall: number;
  /** Queries one grounded call is billed for; seldom more than three are seen. */
  readonly searches: number;
  readonly files: FileCounting;
}

/** At worst an image counts as the largest, whatever the provider says of its size. */
const MOST_OF_FILES: FileCounting = { image: (limits) => limits.imageTokens, pdf: maxPdfTokens };
const LIKELY_OF_FILES: FileCounting = { image: imageTokens, pdf: likelyPdfTokens };
const MOST: Allowance = { tokensPerMessage: 16, tokensPerCall: 512, searches: 10, files: MOST_OF_FILES };
/** Of one call that may search the web. */
export const LIKELY_SEARCHES = 3;
const LIKELY: Allowance = {
  tokensPerMessage: 8,
  tokensPerCall: 16,
  searches: LIKELY_SEARCHES,
  files: LIKELY_OF_FILES,
};
/** What providers put in front of a call with a tool; 313 to 346 are published. */
const TOKENS_PER_TOOL = 400;
/** Some usage counts include what a search returned. */
const TOKENS_PER_SEARCH = 2_048;
/** A page of full text, compressed, takes more than this, but a file may list one page many times. */
const BYTES_PER_PDF_PAGE = 512;
/** Providers take no files of more. */
const MAX_PDF_PAGES = 1_000;

/**
 * The most one call can cost. Never falls when the input, the cap or a count grows.
 * @throws RangeError where a quantity is negative, fractional or beyond its bound.
 */
export function maxCallCost(call: QuotedCall): CallEstimate {
  const tokensIn = maxInputTokens(call);
  const reasoning = requireCount('Uncapped reasoning', call.model.limits.uncappedReasoningTokens, MAX_TOKENS);
  const tokensOut = requireCount('maxTokens', call.maxTokens, MAX_TOKENS) + reasoning;
  return dearestCost(call, { tokensIn, tokensOut, searches: call.webSearch ? MOST.searches : 0 });
}

/**
 * What one call costs with this input and output, at the highest price each of its tokens can have.
 * @throws RangeError as `maxCallCost`.
 */
export function forecastCall(call: ForecastCall): CallEstimate {
  const textTokens = requireCount('textTokens', call.textTokens) + (call.usesTool ? TOKENS_PER_TOOL : 0);
  const tokensIn = inputTokens(call, BigInt(textTokens), LIKELY);
  const tokensOut = requireCount('outputTokens', call.outputTokens, MAX_TOKENS);
  return dearestCost(call, { tokensIn, tokensOut, searches: call.webSearch ? LIKELY.searches : 0 });
}

/** What these quantities cost at the highest price each of their tokens can have. */
function dearestCost(
  call: Pick<CallShape, 'model'> & ChargeTerms,
  quantities: Omit<CallEstimate, 'holdMicroCredits'>,
): CallEstimate {
  const { dearest } = ratesOf(call.model, quantities.tokensIn);
  const holdMicroCredits = chargeFor({ ...quantities, tokensCached: 0, tokensCacheWrite: 0 }, dearest, call);
  return { ...quantities, holdMicroCredits };
}

/** The sum of estimates. @throws RangeError where the sum leaves the exact range. */
export function sumHolds(estimates: readonly { readonly holdMicroCredits: number }[]): number {
  let total = 0n;
  for (const { holdMicroCredits } of estimates) total += BigInt(requireCount('A hold', holdMicroCredits));
  return requireSafe('The request’s hold', total);
}

/**
 * A byte-level tokenizer makes at most one token of a byte, so bytes bound tokens for every model without a tokenizer.
 * @returns tokens. @throws RangeError as `maxCallCost`.
 */
export function maxInputTokens(call: CallShape & Pick<QuotedCall, 'inputBytes' | 'inputTokens'>): number {
  const bytes = BigInt(requireCount('inputBytes', call.inputBytes));
  return inputTokens(call, bytes + BigInt(requireCount('inputTokens', call.inputTokens ?? 0)), MOST);
}

/**
 * A text's tokens and what comes on top of them. A provider refuses what is longer than the model's context, so that
 * bounds them; what it keeps in a cache may be as much as the context holds.
 */
function inputTokens(
  call: CallShape,
  textTokens: bigint,
  { tokensPerMessage, tokensPerCall, searches, files }: Allowance,
): number {
  const { limits } = call.model;
  const contextTokens = requireCount('The context', limits.contextTokens, MAX_TOKENS);
  let tokens =
    textTokens +
    BigInt(requireCount('turnCount', call.turnCount)) * BigInt(tokensPerMessage) +
    BigInt(tokensPerCall);
  if (call.images.length > 0 || call.pdfs.length > 0) tokens += tokensOfFiles(call, files);
  if (call.webSearch) tokens += BigInt(searches * TOKENS_PER_SEARCH);
  return !call.cachedResource && tokens < BigInt(contextTokens) ? Number(tokens) : contextTokens;
}

/** What images and PDFs of a call are likely to count as, in tokens; no more than the context of its model holds. */
export function fileTokens(call: ShapedCall): number {
  const tokens = tokensOfFiles(shapeOf(call), LIKELY_OF_FILES);
  const { contextTokens } = call.model.limits;
  return tokens < BigInt(contextTokens) ? Number(tokens) : contextTokens;
}

function tokensOfFiles(
  { model: { limits }, images, pdfs }: Pick<CallShape, 'model' | 'images' | 'pdfs'>,
  counting: FileCounting,
): bigint {
  let tokens = 0n;
  for (const pixels of images) tokens += BigInt(counting.image(limits, pixels));
  for (const pdf of pdfs) tokens += counting.pdf(limits, pdf);
  return tokens;
}

/** Each page's picture and its text: of that, compressed, no more than a token for each byte of the file. */
function likelyPdfTokens({ pdfPageTokens, pdfPageTextTokens = 0 }: Model['limits'], pdf: PdfFile): bigint {
  const pages = likelyPages(pdf);
  const fullText = pages * BigInt(pdfPageTextTokens);
  const text = BigInt(requireCount('A file size', pdf.sizeBytes));
  return pages * BigInt(pdfPageTokens - pdfPageTextTokens) + (text < fullText ? text : fullText);
}

function maxPdfTokens({ pdfPageTokens }: Model['limits'], pdf: PdfFile): bigint {
  return maxPages(pdf) * BigInt(pdfPageTokens);
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
