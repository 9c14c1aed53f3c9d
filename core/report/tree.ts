/**
 * A description of an element, which becomes a node of a page or markup of a file. Texts stay texts; it cannot contain
 * markup.
 */
export interface Tree {
  readonly tag: string;
  /** `true` writes an empty value; `false` and `undefined` omit the attribute. */
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly children: readonly (Tree | string)[];
}

export function tree(tag: string, attributes: Tree['attributes'] = {}, ...children: (Tree | string)[]): Tree {
  return { tag, attributes, children };
}
