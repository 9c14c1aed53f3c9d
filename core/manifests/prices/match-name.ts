import { RE2JS } from 're2js';
import { isExactObject } from './price-list.ts';

/** Rules hold rules; lists have two levels of them. */
const MAX_DEPTH = 8;

/**
 * Whether a model's name fits a rule of genai-prices: `equals`, `starts_with`, `ends_with`, `contains` or `regex`, or a
 * list of rules under `or` and `and`. Case does not count. A rule that cannot be read fits nothing.
 */
export function fitsRule(name: string, rule: unknown, depth = 0): boolean {
  if (!isExactObject(rule) || depth > MAX_DEPTH) return false;
  const text = name.toLowerCase();
  return Object.entries(rule).some(([kind, value]) => {
    if (Array.isArray(value)) {
      const fits = (inner: unknown): boolean => fitsRule(name, inner, depth + 1);
      return kind === 'or' ? value.some(fits) : kind === 'and' && value.length > 0 && value.every(fits);
    }
    return typeof value === 'string' && fitsText(text, kind, value);
  });
}

function fitsText(text: string, kind: string, value: string): boolean {
  const wanted = value.toLowerCase();
  if (kind === 'equals') return text === wanted;
  if (kind === 'starts_with') return text.startsWith(wanted);
  if (kind === 'ends_with') return text.endsWith(wanted);
  if (kind === 'contains') return text.includes(wanted);
  return kind === 'regex' && fitsPattern(text, value);
}

/** Linear in the name, whatever pattern a list has. */
function fitsPattern(text: string, pattern: string): boolean {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matcher(text).find();
  } catch {
    return false;
  }
}
