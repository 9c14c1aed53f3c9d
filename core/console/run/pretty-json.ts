interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'mark' | 'space';
  readonly text: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const INDENT = '  ';
/** Deeper lines are not indented further: the indents of n levels would be n² characters. */
const MAX_INDENTS = 40;

/**
 * Valid JSON, broken into lines. Values stand as the model wrote them: parsing and printing again would round long
 * numbers and drop repeated keys. Pure.
 */
export function prettyJson(json: string): readonly JsonToken[] {
  const texts = json.match(TOKEN) ?? [];
  const tokens: JsonToken[] = [];
  let depth = 0;
  const breakLine = () =>
    tokens.push({ kind: 'space', text: `\n${INDENT.repeat(Math.min(depth, MAX_INDENTS))}` });
  for (const [index, text] of texts.entries()) {
    const isOpening = text === '{' || text === '[';
    const isClosing = text === '}' || text === ']';
    const before = texts[index - 1] ?? '';
    const isEmpty = isClosing && (before === '{' || before === '[');
    if (isClosing) depth -= 1;
    if (isClosing && !isEmpty) breakLine();
    tokens.push({ kind: kindOf(text, texts[index + 1]), text });
    if (isOpening) depth += 1;
    const next = texts[index + 1];
    if (text === ':') tokens.push({ kind: 'space', text: ' ' });
    else if (text === ',' || (isOpening && next !== '}' && next !== ']')) breakLine();
  }
  return tokens;
}

function kindOf(text: string, next: string | undefined): JsonToken['kind'] {
  if (text.startsWith('"')) return next === ':' ? 'key' : 'string';
  if (/^[-\d]/.test(text)) return 'number';
  return /^[a-z]/.test(text) ? 'word' : 'mark';
}
