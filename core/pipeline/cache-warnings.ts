import type { Model, ModelCall } from '../contract.ts';
import type { Warning } from './warning.ts';

/**
 * A breakpoint after too short a prefix passes and is not cached. Told only where that is certain: a token is at least
 * a byte, so a prefix of fewer bytes than the minimum has fewer tokens.
 */
export function cacheWarnings(
  { caching }: Model,
  { system, turns }: Pick<ModelCall, 'system' | 'turns'>,
): readonly Warning[] {
  const { mode, minTokens } = caching;
  if (mode !== 'explicit' || minTokens === null) return [];
  const texts = [...system, ...turns];
  const last = texts.findLastIndex(({ cacheBreakpoint }) => cacheBreakpoint);
  if (last === -1) return [];
  const prefixBytes = texts.slice(0, last + 1).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (prefixBytes >= minTokens) return [];
  const pointer = last < system.length ? '/system_prompt' : '/history';
  const message = `nothing is cached: the prefix up to the last breakpoint has fewer than the ${minTokens} tokens this model needs`;
  return [{ code: 'cache_too_short', pointer, message }];
}
