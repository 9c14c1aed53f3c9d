/** Longer answers are not searched. */
const MAX_TEXT_LENGTH = 200_000;
/** The opening brackets that are tried. */
const MAX_OPENINGS = 64;
/** Upper bound of the characters that are searched for closing brackets, for all opening brackets together. */
const MAX_WALKED = 5 * MAX_TEXT_LENGTH;

/**
 * Finds the only JSON value in an answer to a prompt that asks for JSON: the whole text, the only fenced block, or the
 * only object or array in prose.
 * @returns its source text; undefined if there is no value or more than one.
 */
export function extractJson(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_TEXT_LENGTH) return undefined;
  if (isJson(trimmed)) return trimmed;
  const fenced = fencedBlocks(trimmed);
  const candidates = fenced.length > 0 ? fenced : balancedSpans(trimmed);
  const values = candidates.filter(isJson);
  return values.length === 1 ? values[0] : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const OPENING_FENCE = /^```[a-z]*\r?$/i;
const CLOSING_FENCE = /^```\r?$/;

/** The contents of Markdown code blocks whose fences are separate lines. It takes linear time. */
function fencedBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let block: string[] | undefined;
  for (const line of text.split('\n')) {
    if (block === undefined) {
      if (OPENING_FENCE.test(line)) block = [];
    } else if (CLOSING_FENCE.test(line) && block.length > 0) {
      blocks.push(block.join('\n').trim());
      block = undefined;
    } else block.push(line);
  }
  return blocks;
}

/**
 * The outermost `{...}` and `[...]` that are JSON. Brackets in strings do not count. There are none if the text has more
 * brackets than are tried, because the others may hold a second value.
 */
function balancedSpans(text: string): readonly string[] {
  const spans: string[] = [];
  let openings = 0;
  let walked = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== '{' && text[index] !== '[') continue;
    if (openings === MAX_OPENINGS || walked >= MAX_WALKED) return [];
    openings += 1;
    const end = closingBracket(text, index);
    walked += (end ?? text.length) - index;
    if (end === undefined) continue;
    const span = text.slice(index, end + 1);
    if (!isJson(span)) continue;
    spans.push(span);
    index = end;
  }
  return spans;
}

function closingBracket(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return undefined;
}
