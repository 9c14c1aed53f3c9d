const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const INDENT = '  ';
/** Limits the indents, whose total length would grow with the square of the depth. */
const MAX_INDENTS = 40;

/**
 * Breaks valid JSON into lines. Values stay as the model wrote them; `JSON.parse` would round long numbers and drop
 * repeated keys. Pure.
 */
export function prettyJson(json: string): string {
  const tokens = json.match(TOKEN) ?? [];
  const pieces: string[] = [];
  let depth = 0;
  const breakLine = () => pieces.push(`\n${INDENT.repeat(Math.min(depth, MAX_INDENTS))}`);
  for (const [index, token] of tokens.entries()) {
    const isOpening = token === '{' || token === '[';
    const isClosing = token === '}' || token === ']';
    const before = tokens[index - 1] ?? '';
    const isEmpty = isClosing && (before === '{' || before === '[');
    if (isClosing) depth -= 1;
    if (isClosing && !isEmpty) breakLine();
    pieces.push(token);
    if (isOpening) depth += 1;
    const next = tokens[index + 1];
    if (token === ':') pieces.push(' ');
    else if (token === ',' || (isOpening && next !== '}' && next !== ']')) breakLine();
  }
  return pieces.join('');
}
