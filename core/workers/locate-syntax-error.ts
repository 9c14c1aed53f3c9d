/**
 * Finds where a text stops being JSON (RFC 8259): the first token that cannot follow the text before it, or the end of a
 * truncated text. Only some messages of `JSON.parse` have a position. It takes linear time.
 * @returns the place as editors count it, from 1, with columns in UTF-16 units; undefined if the text is JSON.
 */
export function locateSyntaxError(text: string) {
  const offset = errorOffset(text);
  if (offset === undefined) return undefined;
  const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return { line, column: offset - lineStart + 1 };
}

type Expected = 'value' | 'firstItem' | 'firstKey' | 'key' | 'colon' | 'next';

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![\w.+-])/y;
/** Matches control characters and escapes. Of a wrong escape it matches only the backslash. */
// oxlint-disable-next-line no-control-regex
const IN_STRING = /["\u0000-\u001f]|\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])?/g;

function errorOffset(text: string): number | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (let at = skip(SPACE, text, 0); ; at = skip(SPACE, text, at)) {
    if (expected === 'next' && open.length === 0) return at === text.length ? undefined : at;
    const character = text[at];
    const wantsValue: boolean = expected === 'value' || expected === 'firstItem';
    if (character === '"' && (wantsValue || expected === 'key' || expected === 'firstKey')) {
      const end = stringEnd(text, at);
      if (end.wrong) return end.at;
      at = end.at;
      expected = wantsValue ? 'next' : 'colon';
    } else if ((character === '{' || character === '[') && wantsValue) {
      open.push(character);
      expected = character === '{' ? 'firstKey' : 'firstItem';
      at += 1;
    } else if (character === closing(open.at(-1)) && (expected === 'next' || expected.startsWith('first'))) {
      open.pop();
      expected = 'next';
      at += 1;
    } else if (character === ',' && expected === 'next') {
      expected = open.at(-1) === '{' ? 'key' : 'value';
      at += 1;
    } else if (character === ':' && expected === 'colon') {
      expected = 'value';
      at += 1;
    } else {
      const end = wantsValue ? skip(SCALAR, text, at) : at;
      if (end === at) return at;
      at = end;
      expected = 'next';
    }
  }
}

function closing(bracket: string | undefined): string {
  return bracket === '{' ? '}' : bracket === '[' ? ']' : 'none';
}

/** The end of a match that begins here; the same place if nothing matches. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The place after a string's closing quote, or of the first error in it. */
function stringEnd(text: string, start: number): { readonly at: number; readonly wrong: boolean } {
  IN_STRING.lastIndex = start + 1;
  for (let match = IN_STRING.exec(text); match !== null; match = IN_STRING.exec(text)) {
    const [token] = match;
    if (token === '"') return { at: IN_STRING.lastIndex, wrong: false };
    if (token.length === 1) return { at: match.index, wrong: true };
  }
  return { at: text.length, wrong: true };
}
