const BLOCK = /^<!-- generated: (\S+) -->\n[\s\S]*?^<!-- end: (\S+) -->$/gm;
const BEGIN = /^<!-- generated: /gm;

export function hasBlocks(page: string): boolean {
  return /^<!-- generated: /m.test(page);
}

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
