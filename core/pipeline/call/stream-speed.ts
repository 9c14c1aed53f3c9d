import type { Usage } from './read-usage.ts';

/** When the first words of a streamed reply came. */
export interface FirstToken {
  /** Since the request was begun, milliseconds. */
  readonly ms: number;
  /** It was reasoning that the provider shows. */
  readonly isReasoning: boolean;
}

/** How fast an answer was written. */
export interface StreamSpeed {
  /** Of the tokens after the first one, each. */
  readonly msPerToken: number;
  readonly tokensPerSecond: number;
}

/** Of a run, what its speed is told by. */
export interface TimedRun {
  readonly usage: Usage | undefined;
  /** Of the attempt the answer comes from, milliseconds. */
  readonly latencyMs: number;
  /** Undefined where the reply came whole. */
  readonly firstToken?: FirstToken | undefined;
}

/**
 * Tokens that were written before the first one came, since the provider does not show its reasoning, do not count.
 * @returns undefined where the reply came whole, in one piece, or without a count of such tokens.
 */
export function streamSpeed({ usage, latencyMs, firstToken }: TimedRun): StreamSpeed | undefined {
  if (usage === undefined || firstToken === undefined) return undefined;
  const unseen = firstToken.isReasoning ? 0 : usage.tokensReasoning;
  if (unseen === null) return undefined;
  const tokens = usage.tokensOut - unseen - 1;
  const writingMs = latencyMs - firstToken.ms;
  if (tokens <= 0 || writingMs <= 0) return undefined;
  return { msPerToken: writingMs / tokens, tokensPerSecond: toTenths((tokens * 1_000) / writingMs) };
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
