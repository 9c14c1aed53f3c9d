import { visibleParts, visibleText } from './visible-text.ts';
import { tree, type Tree } from './tree.ts';

/** A report cuts longer texts; the run's file contains all of them. */
const MAX_CHARACTERS = 50_000;
const TEXT_ONLY = new Set(['svg', 'title']);

/** A text of a caller, a model or a judge, with the names of its invisible characters in their place. */
export function plainText(text: string): readonly (Tree | string)[] {
  const parts = visibleNodes(text.slice(0, MAX_CHARACTERS));
  if (text.length <= MAX_CHARACTERS) return parts;
  const left = (text.length - MAX_CHARACTERS).toLocaleString('en');
  return [...parts, tree('em', { class: 'cut' }, ` … ${left} more characters are in the run’s file.`)];
}

/**
 * The same tree with names in place of the invisible characters of all texts and attributes, because IDs, names and tags
 * of a file may contain any. Applying it twice changes nothing.
 */
export function visibleTree(root: Tree): Tree {
  const { tag, attributes, children } = root;
  if (TEXT_ONLY.has(tag)) return visibleTextTree(root);
  return tree(
    tag,
    visibleAttributes(attributes),
    ...children.flatMap((child) => (typeof child === 'string' ? visibleNodes(child) : [visibleTree(child)])),
  );
}

/** For SVG and titles, whose texts contain no elements. */
function visibleTextTree({ tag, attributes, children }: Tree): Tree {
  return tree(
    tag,
    visibleAttributes(attributes),
    ...children.map((child) => (typeof child === 'string' ? visibleText(child) : visibleTextTree(child))),
  );
}

function visibleAttributes(attributes: Tree['attributes']): Tree['attributes'] {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'string' ? visibleText(value) : value,
    ]),
  );
}

/**
 * A text with names in place of its invisible characters.
 * @param maxNames further ones become dots.
 */
export function visibleNodes(text: string, maxNames?: number): readonly (Tree | string)[] {
  return visibleParts(text, maxNames).map((part) =>
    part.isHidden
      ? tree('span', { class: 'hidden-character', title: 'A character that is not shown' }, part.text)
      : part.text,
  );
}
