/**
 * An element before it is one: of a page, or of a file that is written without a browser. Texts stay texts; there is no
 * way to hand it markup.
 */
export interface Tree {
  readonly tag: string;
  /** `true` writes an empty value; `false` and `undefined` leave the attribute out. */
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly children: readonly (Tree | string)[];
}

export function tree(tag: string, attributes: Tree['attributes'] = {}, ...children: (Tree | string)[]): Tree {
  return { tag, attributes, children };
}
