/** Upper bound of a verdict, in characters. A reply of this length is read on the event loop in well under a millisecond. */
const MAX_VERDICT_LENGTH = 32_768;

export interface PositionalVerdict {
  readonly verdict: 'first' | 'second' | 'tie';
  /** From 0 to 1. */
  readonly confidence: number;
  readonly reasoning: string;
}

/**
 * Reads a verdict. The reply must have exactly one JSON object, alone, in a code fence or within prose, and its members
 * must be those of a verdict. A judge may quote the answers, which may contain forged verdicts. So if there is a brace
 * outside that object, even in broken JSON, or a key is repeated, it is unclear which verdict is the judge's, and the
 * reply has none.
 * @returns undefined if there is no verdict or more than one is possible. It never returns a default such as "tie".
 */
export function parseVerdict(reply: string): PositionalVerdict | undefined {
  if (reply.length > MAX_VERDICT_LENGTH) return undefined;
  const start = reply.indexOf('{');
  const end = reply.lastIndexOf('}');
  if (start === -1 || reply.indexOf('}') < start || reply.lastIndexOf('{') > end) return undefined;
  // A list is not a verdict, not even a list of one.
  if (reply.slice(0, start).trimEnd().endsWith('[')) return undefined;
  // If the text from the first brace to the last is one object, there is no other brace.
  const source = reply.slice(start, end + 1);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return undefined;
  }
  const verdict = asVerdict(value);
  return verdict !== undefined && countKeys(source) === MEMBERS ? verdict : undefined;
}

interface Members {
  readonly first_notes?: unknown;
  readonly second_notes?: unknown;
  readonly reasoning?: unknown;
  readonly verdict?: unknown;
  readonly confidence?: unknown;
}
const MEMBERS = 5;

function asVerdict(value: unknown): PositionalVerdict | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== MEMBERS) return undefined;
  const { first_notes: first, second_notes: second, reasoning, verdict, confidence }: Members = value;
  if (typeof first !== 'string' || typeof second !== 'string' || typeof reasoning !== 'string')
    return undefined;
  if (verdict !== 'first' && verdict !== 'second' && verdict !== 'tie') return undefined;
  if (typeof confidence !== 'number' || confidence < 0 || confidence > 1) return undefined;
  return { verdict, confidence, reasoning };
}

/**
 * Counts the keys of a flat JSON object, repeated ones included, because `JSON.parse` silently keeps only the last of
 * those.
 */
function countKeys(source: string): number {
  let keys = 0;
  for (const [, colon] of source.matchAll(/"(?:[^"\\]|\\.)*"\s*(:)?/g)) if (colon !== undefined) keys += 1;
  return keys;
}
