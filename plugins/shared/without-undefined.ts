import type { WireBody, WireJson } from '../../core/contract.ts';

/** The object without the members that are undefined, so that a body says only what it means. */
export function withoutUndefined(members: WireBody): { readonly [key: string]: WireJson } {
  const kept: Record<string, WireJson> = {};
  for (const [key, value] of Object.entries(members)) if (value !== undefined) kept[key] = value;
  return kept;
}
