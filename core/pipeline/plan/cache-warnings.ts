import type { Model } from '../../contract.ts';
import type { CallTexts } from './call-texts.ts';
import type { Warning } from './warning.ts';

/**
 * A breakpoint after too short a prefix passes and is not cached. Told only where that is certain: a token is at least
 * a byte, so a prefix of fewer bytes than the minimum has fewer tokens.
 */
export function cacheWarnings({ caching }: Model, { prefix }: CallTexts): readonly Warning[] {
  const { mode, minTokens } = caching;
  if (mode !== 'explicit' || minTokens === null || prefix === undefined) return [];
  if (prefix.bytes >= minTokens) return [];
  const message = `nothing is cached: the prefix up to the last breakpoint has fewer than the ${minTokens} tokens this model needs`;
  return [{ code: 'cache_too_short', pointer: prefix.pointer, message }];
}
