/** Takes a guard out of SQL, in a `.sql` file or in the text of a TypeScript file. White space and case do not matter. */
import { onlyOne, type Edit, type Sources } from './guard.ts';

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Change {
  /** How the statement begins, such as `CREATE TABLE account`. */
  readonly within: string;
  /** Occurs once in such statements; `?` stands for one parameter, name or alias. */
  readonly find: string;
  /** Takes its place; `{1}` is what the first `?` stood for. Nothing by default. */
  readonly put?: string;
}

/** @param folder where the dialect's files are, such as `core/ledger/sqlite`. */
export function changeSql(folder: string, { within, find, put = '' }: Change) {
  return (sources: Sources): Edit => {
    const statements = [...sources]
      .filter(([file]) => file.startsWith(`${folder}/`))
      .flatMap(([file, source]) => statementsIn(source, within).map((tokens) => ({ file, tokens })));
    const found = statements.flatMap(({ file, tokens }) =>
      matches(tokens, find).map((match) => ({ file, match })),
    );
    const { file, match } = onlyOne(found, `"${find}" in "${within}" of ${folder}`);
    const text = put.replaceAll(
      /\{(\d+)\}/g,
      (_whole, place: string) => match.stoodFor[Number(place) - 1] ?? '',
    );
    return { file, start: match.start, end: match.end, text };
  };
}

/** Tokens from each beginning to its `;`, of a function to the end of its body. */
function statementsIn(source: string, within: string): readonly (readonly Token[])[] {
  const tokens = tokensOf(source);
  return matches(tokens, within).map(({ start }) => {
    const rest = tokens.slice(tokens.findIndex((token) => token.start === start));
    if (!within.startsWith('FUNCTION ')) return untilSemicolon(rest);
    const open = source.indexOf('$$', start);
    const close = source.indexOf('$$', open + 2);
    return rest.filter((token) => token.end <= close);
  });
}

function untilSemicolon(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex(({ text }) => text === ';');
  return end === -1 ? tokens : tokens.slice(0, end + 1);
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly stoodFor: readonly string[];
}

function matches(tokens: readonly Token[], pattern: string): readonly Match[] {
  const wanted = tokensOf(pattern).map(({ text }) => text.toLowerCase());
  return tokens.flatMap((first, from) => {
    const here = tokens.slice(from, from + wanted.length);
    const last = here.at(-1);
    if (here.length < wanted.length || last === undefined) return [];
    const fits = here.every(({ text }, index) =>
      wanted[index] === '?' ? isName(text) : text.toLowerCase() === wanted[index],
    );
    if (!fits) return [];
    const stoodFor = here.filter((_token, index) => wanted[index] === '?').map(({ text }) => text);
    return [{ start: first.start, end: last.end, stoodFor }];
  });
}

function isName(token: string): boolean {
  return /^(?:\w+|[?$]\d*)$/.test(token);
}

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(/[?$]\d+|\w+|\S/g)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}
