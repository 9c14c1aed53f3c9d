import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** One page for people. */
export interface Page {
  /** From the root. */
  readonly name: string;
  readonly lines: readonly string[];
  readonly blocks: readonly Block[];
}

/** A fenced block. */
export interface Block {
  /** Of its first fence, from 1. */
  readonly line: number;
  /** Empty where the fence names none. */
  readonly language: string;
  readonly text: string;
  /** Why a test shall not run it; undefined where it shall. */
  readonly notRun: string | undefined;
}

const ROOT_PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];
const NOT_RUN = /^ *<!-- not run: (.+) -->$/;

export const PAGES: readonly Page[] = [
  ...ROOT_PAGES.filter((name) => existsSync(join(ROOT, name))),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => join('docs', name)),
].map(readPage);

/** Those whose blocks a reader types. */
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

/** The lines of a page without what is in its blocks, at their places. */
export function proseOf({ lines, blocks }: Page): readonly string[] {
  const prose = [...lines];
  for (const { line, text } of blocks) prose.fill('', line - 1, line + text.split('\n').length + 1);
  return prose;
}

/** Blocks of a language with a name for the test of each. */
export function blocksOf(pages: readonly Page[], ...languages: readonly string[]) {
  return pages.flatMap(({ name, blocks }) =>
    blocks
      .filter(({ language }) => languages.includes(language))
      .map((block) => ({ ...block, place: `${name}:${block.line}` })),
  );
}
