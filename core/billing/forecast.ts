import { requireCount } from './amounts.ts';
import { MAX_TOKENS } from './price.ts';
import {
  dearestCost,
  fileTokens,
  likelyPages,
  type MaxCallCost,
  type QuotedCall,
  withinContext,
} from './quote.ts';

/** Everything about one call that decides what it is likely to cost. */
export interface ForecastCall extends Omit<QuotedCall, 'inputBytes' | 'inputTokens' | 'maxTokens'> {
  /** Of all text sent, counted high; not the attachments. */
  readonly textTokens: number;
  /** Reasoning included. */
  readonly outputTokens: number;
  /** The provider adds a tool's definition to the call. */
  readonly usesTool: boolean;
}

/** Role marks and separators around one message; known chat templates need fewer than 8. */
const TOKENS_PER_MESSAGE = 8;
const TOKENS_PER_CALL = 16;
/** What providers put in front of a call with a tool; 313 to 346 are published. */
const TOKENS_PER_TOOL = 400;
/** Queries that one grounded call makes; seldom more are seen. */
const SEARCHES_PER_CALL = 3;
/** Some usage counts include what a search returned. */
const TOKENS_PER_SEARCH = 2_048;

/**
 * What one call costs with this input and output, at the highest price each of its tokens can have.
 * @throws RangeError where a quantity is negative, fractional or beyond its bound.
 */
export function forecastCall(call: ForecastCall): MaxCallCost {
  const tokensIn = forecastInput(call);
  const tokensOut = requireCount('outputTokens', call.outputTokens, MAX_TOKENS);
  return dearestCost(call, { tokensIn, tokensOut, searches: call.webSearch ? SEARCHES_PER_CALL : 0 });
}

function forecastInput(call: ForecastCall): number {
  const tokens =
    BigInt(requireCount('textTokens', call.textTokens)) +
    BigInt(requireCount('turnCount', call.turnCount)) * BigInt(TOKENS_PER_MESSAGE) +
    BigInt(TOKENS_PER_CALL + (call.usesTool ? TOKENS_PER_TOOL : 0)) +
    BigInt(call.webSearch ? SEARCHES_PER_CALL * TOKENS_PER_SEARCH : 0) +
    fileTokens(call, likelyPages);
  return withinContext(call, tokens);
}
