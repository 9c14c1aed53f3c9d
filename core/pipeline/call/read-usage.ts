import { MAX_SEARCHES } from '../../billing/price.ts';
import type { JsonPointer, UsageRule, UsageRules } from '../../contract.ts';

/** What one call used, in tokens. Every figure is a safe integer from 0 to `MAX_REPORTED`. */
export interface Usage {
  /** Cached and cache-written tokens included. */
  readonly tokensIn: number;
  readonly tokensCached: number;
  readonly tokensCacheWrite: number;
  /** Reasoning included. */
  readonly tokensOut: number;
  /** Null where the model reasoned and the provider does not say how much. */
  readonly tokensReasoning: number | null;
  /** Distinct web searches, at most `MAX_SEARCHES`. */
  readonly searches: number;
}

/** No real call comes near it; a larger figure is the provider's mistake, and nothing is priced by it. */
export const MAX_REPORTED = 100_000_000;

/** A figure that is there but cannot be meant. */
const INVALID = Symbol('invalid');

/** Undefined where the reply has no such figure. */
type Reading = number | undefined | typeof INVALID;

/**
 * Reads the token counts of a reply by the manifest's rules. A count that is absent or null is 0.
 * @param thought whether the reply shows reasoning; then a missing reasoning count is unknown, not 0.
 * @returns undefined where the reply reports neither input nor output, or where any figure is negative, fractional,
 * not a number or over `MAX_REPORTED`: a provider's reply can never make a charge negative or unbounded.
 */
export function readUsage(reply: unknown, rules: UsageRules, thought: boolean): Usage | undefined {
  const input = readRule(reply, rules.input);
  const output = readRule(reply, rules.output);
  const cached = readRule(reply, rules.cachedInput);
  const written = readRule(reply, rules.cacheWrite);
  const reasoning = readRule(reply, rules.reasoning);
  if (input === undefined && output === undefined) return undefined;
  if (input === INVALID || output === INVALID || cached === INVALID) return undefined;
  if (written === INVALID || reasoning === INVALID) return undefined;
  // Last: a stream asks often whether its figures are there, and the list may be long.
  const searches = countSearches(reply, rules.searches);
  if (searches === INVALID) return undefined;

  const tokensCached = cached ?? 0;
  const tokensCacheWrite = written ?? 0;
  const throughCache = tokensCached + tokensCacheWrite;
  // A provider whose cache figures exceed its input reports them apart from it, so they are added.
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
}

function readRule(reply: unknown, rule: UsageRule | undefined): Reading {
  if (rule === undefined) return undefined;
  if (typeof rule === 'string') return readCount(reply, rule);
  if ('firstOf' in rule) {
    return rule.firstOf.map((pointer) => readCount(reply, pointer)).find((reading) => reading !== undefined);
  }
  return addUp(reply, rule);
}

/** Absent terms count 0; the sum is absent only where every term is. */
function addUp(reply: unknown, terms: readonly string[]): Reading {
  let sum: number | undefined;
  for (const term of terms) {
    const subtracts = term.startsWith('-');
    const reading = readCount(reply, subtracts ? term.slice(1) : term);
    if (reading === INVALID) return INVALID;
    if (reading !== undefined) sum = (sum ?? 0) + (subtracts ? -reading : reading);
  }
  return sum === undefined ? undefined : asCount(sum);
}

function readCount(reply: unknown, pointer: JsonPointer): Reading {
  const value = valueAt(reply, pointer);
  return value === undefined || value === null ? undefined : asCount(value);
}

function asCount(value: unknown): number | typeof INVALID {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > MAX_REPORTED)
    return INVALID;
  // JSON can say -0, which would print and compare as something else.
  return value + 0;
}

/**
 * Each distinct query that is not blank counts once, up to the most that is ever billed: too long a list must not cost
 * the other figures of the reply.
 */
function countSearches(reply: unknown, pointer: JsonPointer | undefined): Reading {
  const queries = pointer === undefined ? undefined : valueAt(reply, pointer);
  if (queries === undefined || queries === null) return undefined;
  if (!Array.isArray(queries)) return INVALID;
  const distinct = new Set<string>();
  for (const query of queries) {
    if (distinct.size === MAX_SEARCHES) break;
    if (typeof query === 'string' && query.trim() !== '') distinct.add(query);
  }
  return distinct.size;
}

/** RFC 6901, over untrusted JSON: undefined where any step is missing. */
function valueAt(root: unknown, pointer: JsonPointer): unknown {
  let current = root;
  for (const key of stepsOf(pointer)) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** By pointer. Pointers stand in manifests alone, so there are few. */
const knownSteps = new Map<JsonPointer, readonly string[]>();

function stepsOf(pointer: JsonPointer): readonly string[] {
  const known = knownSteps.get(pointer);
  if (known !== undefined) return known;
  const steps = pointer.split('/').slice(1);
  const keys = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  knownSteps.set(pointer, keys);
  return keys;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The tokens of several calls; undefined where none of them reported any. */
export function addUsage(usages: readonly (Usage | undefined)[]): Usage | undefined {
  const reported = usages.filter((usage) => usage !== undefined);
  const [first, ...others] = reported;
  return first === undefined ? undefined : others.reduce(sumOf, first);
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
