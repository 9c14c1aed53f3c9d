import { MAX_SEARCHES } from './price.ts';
import type { UsageRule, UsageRules } from '../contract.ts';
import { namesIn } from '../schema/json-pointer.ts';

/** The tokens and searches of one call. Every figure is a safe integer from 0 to `MAX_REPORTED`. */
export interface Usage {
  /** Cached and cache-written tokens included. */
  readonly tokensIn: number;
  readonly tokensCached: number;
  readonly tokensCacheWrite: number;
  /** Reasoning included. */
  readonly tokensOut: number;
  /** Null if the model reasoned and the provider does not report how much. */
  readonly tokensReasoning: number | null;
  /** Distinct web searches, at most `MAX_SEARCHES`. */
  readonly searches: number;
}

/** Far above any real call. A larger figure is the provider's mistake, and nothing is priced by it. */
export const MAX_REPORTED = 100_000_000;

/** A figure that the reply has, but with an impossible value. */
const INVALID = Symbol('invalid');

/** Undefined if the reply has no such figure. */
type Reading = number | undefined | typeof INVALID;

/**
 * Reads the token counts of a reply. A count that is absent or null is 0.
 * @param thought whether the reply shows reasoning; then a missing reasoning count is unknown, not 0.
 * @returns undefined if the reply reports neither input nor output, or if any figure is negative, fractional,
 * not a number or over `MAX_REPORTED`: a provider's reply can never make a charge negative or unbounded.
 */
export type UsageReader = (reply: unknown, thought: boolean) => Usage | undefined;

/** Makes a reader from a manifest's rules, so that their pointers are parsed only once. */
export function createUsageReader(rules: UsageRules): UsageReader {
  const inputRule = figureOf(rules.input);
  const outputRule = figureOf(rules.output);
  const cachedRule = figureOf(rules.cachedInput);
  const writtenRule = figureOf(rules.cacheWrite);
  const reasoningRule = figureOf(rules.reasoning);
  const searchesAt = rules.searches === undefined ? undefined : namesIn(rules.searches);
  return function readUsage(reply, thought) {
    const input = readFigure(reply, inputRule);
    const output = readFigure(reply, outputRule);
    const cached = readFigure(reply, cachedRule);
    const written = readFigure(reply, writtenRule);
    const reasoning = readFigure(reply, reasoningRule);
    if (input === undefined && output === undefined) return undefined;
    if (input === INVALID || output === INVALID || cached === INVALID) return undefined;
    if (written === INVALID || reasoning === INVALID) return undefined;
    // Searches are counted last, because the list may be long and a stream asks often whether its figures exist.
    const searches = searchesAt === undefined ? undefined : countSearches(reply, searchesAt);
    if (searches === INVALID) return undefined;

    const tokensCached = cached ?? 0;
    const tokensCacheWrite = written ?? 0;
    const throughCache = tokensCached + tokensCacheWrite;
    // If the cache figures exceed the input, the provider does not include them in the input, so they are added.
    const tokensIn = (input ?? 0) + (throughCache > (input ?? 0) ? throughCache : 0);
    if (tokensIn > MAX_REPORTED) return undefined;
    return {
      tokensIn,
      tokensCached,
      tokensCacheWrite,
      tokensOut: output ?? 0,
      tokensReasoning: reasoning ?? (thought ? null : 0),
      searches: searches ?? 0,
    };
  };
}

/** The place of a figure in a reply. */
interface Figure {
  /** `steps` are the keys from the root of the reply to a count. */
  readonly terms: readonly { readonly steps: readonly string[]; readonly sign: 1 | -1 }[];
  /** True: the figure is the first term that the reply has. False: it is the sum of all terms that the reply has. */
  readonly isFirst: boolean;
}

function figureOf(rule: UsageRule = []): Figure {
  if (typeof rule === 'string') return figureOf({ firstOf: [rule] });
  if ('firstOf' in rule)
    return { isFirst: true, terms: rule.firstOf.map((pointer) => ({ steps: namesIn(pointer), sign: 1 })) };
  const terms = rule.map((term) =>
    term.startsWith('-')
      ? ({ steps: namesIn(term.slice(1)), sign: -1 } as const)
      : ({ steps: namesIn(term), sign: 1 } as const),
  );
  return { isFirst: false, terms };
}

function readFigure(reply: unknown, { terms, isFirst }: Figure): Reading {
  let sum: number | undefined;
  for (const { steps, sign } of terms) {
    const value = valueAt(reply, steps);
    if (value === undefined || value === null) continue;
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return INVALID;
    if (value < 0 || value > MAX_REPORTED) return INVALID;
    // JSON can say -0, which would print and compare as something else.
    if (isFirst) return value + 0;
    sum = (sum ?? 0) + sign * value;
  }
  return sum === undefined || (sum >= 0 && sum <= MAX_REPORTED) ? sum : INVALID;
}

/**
 * Counts each distinct query that is not blank once, up to `MAX_SEARCHES`. A longer list is cut instead of refused, so that
 * the other figures of the reply stay valid.
 */
function countSearches(reply: unknown, steps: readonly string[]): Reading {
  const queries = valueAt(reply, steps);
  if (queries === undefined || queries === null) return undefined;
  if (!Array.isArray(queries)) return INVALID;
  const distinct = new Set<string>();
  for (const query of queries) {
    if (distinct.size === MAX_SEARCHES) break;
    if (typeof query === 'string' && query.trim() !== '') distinct.add(query);
  }
  return distinct.size;
}

/** Reads untrusted JSON. @returns undefined if any step is missing. */
function valueAt(root: unknown, steps: readonly string[]): unknown {
  let current = root;
  for (const key of steps) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

/** Adds up the usage of several calls; undefined if none of them reported any. */
export function addUsage(usages: readonly (Usage | undefined)[]): Usage | undefined {
  const reported = usages.filter((usage) => usage !== undefined);
  return reported.length === 0 ? undefined : reported.reduce(sumOf);
}

function sumOf(one: Usage, other: Usage): Usage {
  return {
    tokensIn: one.tokensIn + other.tokensIn,
    tokensCached: one.tokensCached + other.tokensCached,
    tokensCacheWrite: one.tokensCacheWrite + other.tokensCacheWrite,
    tokensOut: one.tokensOut + other.tokensOut,
    tokensReasoning:
      one.tokensReasoning === null || other.tokensReasoning === null
        ? null
        : one.tokensReasoning + other.tokensReasoning,
    searches: one.searches + other.searches,
  };
}
