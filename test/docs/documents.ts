import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** A Markdown page. */
export interface Page {
  /** Path from the root. */
  readonly name: string;
  readonly lines: readonly string[];
  readonly blocks: readonly Block[];
}

/** A fenced block. */
export interface Block {
  /** Line of its first fence, from 1. */
  readonly line: number;
  /** Empty if the fence names none. */
  readonly language: string;
  readonly text: string;
  /** The reason not to run it; undefined if the test runs it. */
  readonly notRun: string | undefined;
}

const ROOT_PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];
const NOT_RUN = /^ *<!-- not run: (.+) -->$/;

export const PAGES: readonly Page[] = [
  ...ROOT_PAGES.filter((name) => existsSync(join(ROOT, name))),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => join('docs', name)),
].map(readPage);

/** The pages whose `sh` blocks are run. */
export const GUIDES = PAGES.filter(({ name }) => name === 'README.md' || name.startsWith('docs'));

function readPage(name: string): Page {
  const lines = readFileSync(join(ROOT, name), 'utf8').split('\n');
  return { name, lines, blocks: blocksIn(lines) };
}

function blocksIn(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let begin: { readonly index: number; readonly indent: string; readonly language: string } | undefined;
  for (const [index, line] of lines.entries()) {
    const fence = /^( *)```(.*)$/.exec(line);
    if (fence === null) continue;
    const [, indent = '', language = ''] = fence;
    if (begin === undefined) begin = { index, indent, language: language.trim() };
    else {
      const inside = lines.slice(begin.index + 1, index);
      const margin = begin.indent.length;
      blocks.push({
        line: begin.index + 1,
        language: begin.language,
        text: inside.map((text) => text.slice(Math.min(margin, text.search(/\S|$/)))).join('\n'),
        notRun: NOT_RUN.exec(lines[begin.index - 1] ?? '')?.[1],
      });
      begin = undefined;
    }
  }
  if (begin !== undefined) throw new Error(`the block in line ${begin.index + 1} is never closed`);
  return blocks;
}

/** The lines of a page, with empty lines in place of its blocks. */
export function proseOf({ lines, blocks }: Page): readonly string[] {
  const prose = [...lines];
  for (const { line, text } of blocks) prose.fill('', line - 1, line + text.split('\n').length + 1);
  return prose;
}

/** The blocks in these languages, with their place for the test's name. */
export function blocksOf(pages: readonly Page[], ...languages: readonly string[]) {
  return pages.flatMap(({ name, blocks }) =>
    blocks
      .filter(({ language }) => languages.includes(language))
      .map((block) => ({ ...block, place: `${name}:${block.line}` })),
  );
}
