import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CodegenInput } from '../../core/manifests/load/read-input.ts';
import { documentTables } from './document-tables.ts';

/** The pages whose tables are not up to date: path from the root -> new text. */
export async function staleDocuments(
  root: string,
  input: CodegenInput,
): Promise<ReadonlyMap<string, string>> {
  const pages = await readDocuments(root);
  const stale = new Map<string, string>();
  const tables = await documentTables(input);
  for (const [name, text] of pages) {
    const filled = fill(name, text, tables);
    if (filled !== text) stale.set(name, filled);
  }
  return stale;
}

/** README.md and docs/*.md by their path from the root. A copy of the checkout can be without them. */
async function readDocuments(root: string): Promise<ReadonlyMap<string, string>> {
  const folders = await Promise.all(
    ['', 'docs'].map(async (folder) => {
      const names = await readdir(join(root, folder)).catch((): string[] => []);
      return names.map((name) => join(folder, name));
    }),
  );
  const names = folders.flat().filter((name) => name === 'README.md' || /^docs.*\.md$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(root, name), 'utf8')));
  return new Map(names.map((name, index) => [name, texts[index] ?? '']));
}

function fill(name: string, text: string, tables: ReadonlyMap<string, string>): string {
  try {
    return fillBlocks(text, tables);
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

const BLOCK = /^<!-- generated: (\S+) -->\n[\s\S]*?^<!-- end: (\S+) -->$/gm;
const BEGIN = /^<!-- generated: /gm;

/**
 * Puts its table into each generated block of a page.
 * @throws Error if a block has no end or names an unknown table.
 */
export function fillBlocks(page: string, tables: ReadonlyMap<string, string>): string {
  let filled = 0;
  const text = page.replaceAll(BLOCK, (_block, name: string, end: string) => {
    filled += 1;
    const table = tables.get(name);
    if (table === undefined)
      throw new Error(
        `there is no generated table "${name}"; choose one of ${[...tables.keys()].join(', ')}`,
      );
    if (name !== end)
      throw new Error(`the block "${name}" ends as "${end}"; end it with <!-- end: ${name} -->`);
    return `<!-- generated: ${name} -->\n\n${table}\n\n<!-- end: ${name} -->`;
  });
  if (filled < [...page.matchAll(BEGIN)].length)
    throw new Error('a generated block has no end; close it with <!-- end: NAME -->');
  return text;
}
