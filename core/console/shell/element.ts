import type { Tree } from '../../report/tree.ts';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element. Its children are nodes, trees and texts, never markup.
 * @param attributes by name; `true` sets an empty value, `false` and `undefined` set none.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Tree['attributes'] = {},
  ...children: (Node | Tree | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}

/**
 * Creates the element of a tree.
 * @param namespace of its parent.
 */
export function treeNode({ tag, attributes, children }: Tree, namespace: string | null = null): Element {
  const ownNamespace = tag === 'svg' ? SVG : namespace;
  const node =
    ownNamespace === null ? document.createElement(tag) : document.createElementNS(ownNamespace, tag);
  fill(node, attributes, children);
  return node;
}

interface ButtonOptions {
  /** Its CSS class. */
  readonly kind?: string;
  /** For screen readers. */
  readonly label?: string;
}

export function button(
  words: string,
  act: (node: HTMLButtonElement) => void,
  { kind = 'quiet', label }: ButtonOptions = {},
): HTMLButtonElement {
  const node = element('button', { type: 'button', class: kind, 'aria-label': label }, words);
  node.addEventListener('click', () => act(node));
  return node;
}

function fill(
  node: Element,
  attributes: Tree['attributes'],
  children: readonly (Node | Tree | string)[],
): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : String(value));
  node.append(
    ...children.map((child) =>
      typeof child === 'string' || child instanceof Node ? child : treeNode(child, node.namespaceURI),
    ),
  );
}

/**
 * Finds an element of the page.
 * @throws Error if the page has no such element.
 */
export function byId<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const node = document.getElementById(id);
  if (!(node instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return node;
}
