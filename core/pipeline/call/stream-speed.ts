import type { Attempted } from './attempt-call.ts';

/** How fast an answer was written. */
export interface StreamSpeed {
  /** Of the tokens after the first one, each. */
  readonly msPerToken: number;
  readonly tokensPerSecond: number;
}

/**
 * How fast a streamed answer was written. Tokens of reasoning that the provider does not show came before the first one
 * that was seen, so they do not count.
 * @returns undefined where the reply came whole, in one piece, or without a count of such tokens.
 */
export function streamSpeed({
  usage,
  latencyMs,
  firstTokenMs,
  hasReasoned = false,
}: Pick<Attempted, 'usage' | 'latencyMs' | 'firstTokenMs' | 'hasReasoned'>): StreamSpeed | undefined {
  if (usage === undefined || firstTokenMs === undefined) return undefined;
  const unseen = hasReasoned ? 0 : usage.tokensReasoning;
  if (unseen === null) return undefined;
  const tokens = usage.tokensOut - unseen - 1;
  const writingMs = latencyMs - firstTokenMs;
  if (tokens <= 0 || writingMs <= 0) return undefined;
  return { msPerToken: writingMs / tokens, tokensPerSecond: toTenths((tokens * 1_000) / writingMs) };
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
