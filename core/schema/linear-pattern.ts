import { RE2JS } from 're2js';

/** A pattern of a schema. Matching takes time linear in the text. */
export interface LinearPattern {
  readonly test: (text: string) => boolean;
}

/** Further look-aheads are left to the engine, which refuses them. */
const MAX_LOOK_AHEADS = 8;

/**
 * Compiles a pattern for an engine without look-around. Look-aheads directly after a leading `^` are the exception:
 * generators write `^(?!A)(?=B)C`, which says of the text's beginning that `^(?:A)` does not match, `^(?:B)` does, and
 * `^C` does. So each becomes a pattern of its own, to exactly the same result.
 * @throws Error for a pattern that the engine does not take.
 */
export function compileLinear(pattern: string): LinearPattern {
  const { lookAheads, rest } = splitLookAheads(pattern);
  const tests = lookAheads.map(({ source, isNegative }) => ({
    test: compileOne(`^(?:${source})`).test,
    isNegative,
  }));
  const own = compileOne(rest);
  return {
    test: (text) => own.test(text) && tests.every(({ test, isNegative }) => test(text) !== isNegative),
  };
}

/** JSON Schema patterns are not anchored. */
function compileOne(pattern: string): LinearPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  return { test: (text) => compiled.matcher(text).find() };
}

interface SplitPattern {
  readonly lookAheads: readonly { readonly source: string; readonly isNegative: boolean }[];
  /** What is left, from `^` on; the whole pattern where there is nothing to split. */
  readonly rest: string;
}

function splitLookAheads(pattern: string): SplitPattern {
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
  // A repeat of a look-ahead, and an alternative to all that stands before it, say something else.
  if (/^[*+?{]/.test(rest) || scan(pattern, from).hasAlternative) return whole;
  return { lookAheads, rest: `^${rest}` };
}

interface Scanned {
  /** Where the group that is open at the start ends; undefined where it does not. */
  readonly closing: number | undefined;
  /** At the level of the start. Also true for what this cannot read. */
  readonly hasAlternative: boolean;
}

/** Reads on from inside a group, or from outside of all. */
function scan(pattern: string, from: number): Scanned {
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
