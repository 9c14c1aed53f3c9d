import type { Tree } from './tree.ts';

/** Elements without children and end tag. */
const VOID = new Set(['br', 'hr', 'meta', 'link', 'input', 'img', 'col']);
const NAME = /^[a-z][a-z0-9-]*$/i;

/**
 * A tree as HTML. Every text and value is escaped, and characters that HTML cannot represent are replaced, so that no text
 * can become markup.
 * @throws Error for an invalid name of a tag or an attribute.
 */
export function treeMarkup(node: Tree | string): string {
  const parts: string[] = [];
  write(node, parts);
  return parts.join('');
}

function write(node: Tree | string, parts: string[]): void {
  if (typeof node === 'string') {
    parts.push(escapeText(node));
    return;
  }
  const { tag, attributes, children } = node;
  parts.push('<', checkName(tag));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    parts.push(' ', checkName(name), '="', value === true ? '' : escapeText(String(value)), '"');
  }
  parts.push('>');
  if (VOID.has(tag)) return;
  // Parsers drop the first line break in a `pre`.
  if (tag === 'pre') parts.push('\n');
  for (const child of children) write(child, parts);
  parts.push('</', tag, '>');
}

function checkName(name: string): string {
  if (!NAME.test(name)) throw new Error(`${name} is no name of an element or attribute`);
  return name;
}

/** Browsers replace them, too. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const SPECIAL = /[&<>"'\r]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(UNWRITABLE, '\uFFFD')
    .replace(SPECIAL, (character) => ESCAPES[character] ?? '');
}
