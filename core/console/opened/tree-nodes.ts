import type { Tree } from '../report/tree.ts';
import { setAttributes } from '../frame/element.ts';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * A tree as an element of this page.
 * @param namespace of the element it will be in.
 */
export function treeNode({ tag, attributes, children }: Tree, namespace: string | null = null): Element {
  const own = tag === 'svg' ? SVG : namespace;
  const made = own === null ? document.createElement(tag) : document.createElementNS(own, tag);
  setAttributes(made, attributes);
  made.append(...children.map((child) => (typeof child === 'string' ? child : treeNode(child, own))));
  return made;
}
