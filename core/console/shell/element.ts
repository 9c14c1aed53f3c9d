import type { Tree } from '../../report/tree.ts';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element whose children are nodes, trees and texts. There is no way to hand it markup, so no text can become any.
 * @param attributes by name; `true` is an empty one, `false` and `undefined` none.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Tree['attributes'] = {},
  ...children: (Node | Tree | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  fill(made, attributes, children);
  return made;
}

/**
 * A tree as an element of this page.
 * @param namespace of the element it will be in.
 */
export function treeNode({ tag, attributes, children }: Tree, namespace: string | null = null): Element {
  const own = tag === 'svg' ? SVG : namespace;
  const made = own === null ? document.createElement(tag) : document.createElementNS(own, tag);
  fill(made, attributes, children);
  return made;
}

interface ButtonOptions {
  /** Its class. */
  readonly kind?: string;
  /** Which one it is, for those who hear it. */
  readonly label?: string;
}

export function button(
  words: string,
  act: (made: HTMLButtonElement) => void,
  { kind = 'quiet', label }: ButtonOptions = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', class: kind, 'aria-label': label }, words);
  made.addEventListener('click', () => act(made));
  return made;
}

function fill(
  made: Element,
  attributes: Tree['attributes'],
  children: readonly (Node | Tree | string)[],
): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  made.append(
    ...children.map((child) =>
      typeof child === 'string' || child instanceof Node ? child : treeNode(child, made.namespaceURI),
    ),
  );
}

/**
 * An element of the page by its id.
 * @throws Error where the page has no such element.
 */
export function byId<Wanted extends HTMLElement>(id: string, type: new () => Wanted): Wanted {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return found;
}
