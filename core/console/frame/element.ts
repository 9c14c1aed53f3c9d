/** Attributes by name; `true` is an empty one, `false` and `undefined` none. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element whose children are nodes and texts. There is no way to hand it markup, so no text can become any. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** The same of SVG. */
export function svgElement<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** @param kind its class. */
export function button(words: string, act: () => void, kind = 'quiet'): HTMLButtonElement {
  const made = element('button', { type: 'button', class: kind }, words);
  made.addEventListener('click', act);
  return made;
}

export function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? '' : String(value));
  }
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
