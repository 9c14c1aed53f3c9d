/** Characters; a longer reply holds no verdict. What is left is read on the event loop in well under a millisecond. */
export const MAX_VERDICT_LENGTH = 32_768;

export interface PositionalVerdict {
  readonly verdict: 'first' | 'second' | 'tie';
  /** 0 to 1. */
  readonly confidence: number;
  readonly reasoning: string;
}

/**
 * Reads a verdict: the reply holds exactly one JSON object, by itself, in a code fence or amid prose, and its members
 * are those a judge is asked for. A judge may quote the answers it read, and those may hold verdicts of their own
 * making. So wherever a brace is found outside that object, broken JSON included, or a key is repeated, nobody can tell
 * which verdict is the judge's, and there is none.
 * @returns undefined where there is no verdict or there could be another. Never a default, never "tie" instead.
 */
export function parseVerdict(reply: string): PositionalVerdict | undefined {
  if (reply.length > MAX_VERDICT_LENGTH) return undefined;
  const start = reply.indexOf('{');
  const end = reply.lastIndexOf('}');
  if (start === -1 || reply.indexOf('}') < start || reply.lastIndexOf('{') > end) return undefined;
  if (isInArray(reply, start)) return undefined;
  // From the first brace to the last: if that is one object, no other brace is left.
  const source = reply.slice(start, end + 1);
  const verdict = asVerdict(parsed(source));
  return verdict !== undefined && countKeys(source) === MEMBERS ? verdict : undefined;
}

/** A list is not a verdict, not even a list of one. */
function isInArray(reply: string, start: number): boolean {
  return reply.slice(0, start).trimEnd().endsWith('[');
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
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
