import { visibleParts, visibleText } from './visible-text.ts';
import { tree, type Tree } from './tree.ts';

/** Of one text of a report; the run's file has all of it. */
const MAX_CHARACTERS = 50_000;
const TEXT_ONLY = new Set(['svg', 'title']);

/** A text of a caller, a model or a judge, with its invisible characters named. */
export function plainText(text: string): readonly (Tree | string)[] {
  const parts = namedParts(text.slice(0, MAX_CHARACTERS));
  if (text.length <= MAX_CHARACTERS) return parts;
  const left = (text.length - MAX_CHARACTERS).toLocaleString('en');
  return [...parts, tree('em', { class: 'cut' }, ` … ${left} more characters are in the run’s file.`)];
}

/**
 * The same tree with the invisible characters of all of its texts and attributes named: IDs, names and tags come out of
 * files and may hold any. What is named already stays as it is.
 */
export function namedTree(root: Tree): Tree {
  const { tag, attributes, children } = root;
  if (TEXT_ONLY.has(tag)) return namedInText(root);
  return tree(
    tag,
    namedAttributes(attributes),
    ...children.flatMap((child) => (typeof child === 'string' ? namedParts(child) : [namedTree(child)])),
  );
}

/** For where a text has no elements. */
function namedInText({ tag, attributes, children }: Tree): Tree {
  return tree(
    tag,
    namedAttributes(attributes),
    ...children.map((child) => (typeof child === 'string' ? visibleText(child) : namedInText(child))),
  );
}

function namedAttributes(attributes: Tree['attributes']): Tree['attributes'] {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'string' ? visibleText(value) : value,
    ]),
  );
}

function namedParts(text: string): readonly (Tree | string)[] {
  return visibleParts(text).map((part) =>
    part.isHidden
      ? tree('span', { class: 'hidden-character', title: 'A character that is not shown' }, part.text)
      : part.text,
  );
}
