import { RE2JS } from 're2js';

/** A pattern of a schema. Matching takes time linear in the text. */
export interface LinearPattern {
  readonly test: (text: string) => boolean;
}

/** The engine refuses patterns with more look-aheads. */
const MAX_LOOK_AHEADS = 8;

/**
 * Compiles a pattern for an engine without look-around. Look-aheads directly after a leading `^` are possible: generators
 * write `^(?!A)(?=B)C`, which matches if `^(?:A)` does not match and `^(?:B)` and `^C` do. So each becomes a separate
 * pattern.
 * @throws Error for a pattern that the engine refuses.
 */
export function compileLinear(pattern: string): LinearPattern {
  const { lookAheads, rest } = splitLookAheads(pattern);
  const ahead = lookAheads.map(({ source, isNegative }) => ({
    compiled: compileOne(`^(?:${source})`),
    isNegative,
  }));
  const own = compileOne(rest);
  return {
    test: (text) =>
      own.test(text) && ahead.every(({ compiled, isNegative }) => compiled.test(text) !== isNegative),
  };
}

function compileOne(pattern: string): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern));
}

/** @returns also the pattern without the look-aheads; the whole pattern if it cannot be split. */
function splitLookAheads(pattern: string) {
  const whole = { lookAheads: [], rest: pattern };
  if (!pattern.startsWith('^')) return whole;
  const lookAheads: { source: string; isNegative: boolean }[] = [];
  let from = 1;
  while (/^\(\?[=!]/.test(pattern.slice(from, from + 3))) {
    const end = scan(pattern, from + 3).closing;
    if (end === undefined || lookAheads.length === MAX_LOOK_AHEADS) return whole;
    lookAheads.push({ source: pattern.slice(from + 3, end), isNegative: pattern[from + 2] === '!' });
    from = end + 1;
  }
  const rest = pattern.slice(from);
  // A repeated look-ahead, and an alternative to everything before it, have another meaning.
  if (/^[*+?{]/.test(rest) || scan(pattern, from).hasAlternative) return whole;
  return { lookAheads, rest: `^${rest}` };
}

interface ScanResult {
  /** The end of the group that is open at the start; undefined if it has none. */
  readonly closing: number | undefined;
  /** Whether the level of the start has an alternative. True also if the pattern cannot be read. */
  readonly hasAlternative: boolean;
}

/** Scans a pattern from a place in a group, or outside of all groups. */
function scan(pattern: string, from: number): ScanResult {
  let depth = 0;
  let inClass = false;
  let hasAlternative = false;
  for (let index = from; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === '\\') index += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') {
      inClass = true;
      // Dialects differ on an empty class.
      if (/^\[\^?\]/.test(pattern.slice(index, index + 3)))
        return { closing: undefined, hasAlternative: true };
    } else if (character === '(') depth += 1;
    else if (character === ')') {
      if (depth === 0) return { closing: index, hasAlternative };
      depth -= 1;
    } else if (character === '|' && depth === 0) hasAlternative = true;
  }
  return { closing: undefined, hasAlternative };
}
