import { button, element } from '../shell/element.ts';
import { prettyJson } from './pretty-json.ts';
import { textNodes } from './text-nodes.ts';

/** Longer JSON is shown unformatted. */
const MAX_PRETTY_CHARACTERS = 200_000;

/**
 * JSON in lines.
 * @returns undefined if it is too long.
 */
export function jsonNode(json: string): HTMLElement | undefined {
  if (json.length > MAX_PRETTY_CHARACTERS) return undefined;
  return element('pre', { class: 'is-json' }, ...textNodes(prettyJson(json)));
}

/** A model's text as it is. Of a long one it shows the beginning and a button that shows all. */
export function sourceNodes(text: string, maxCharacters: number): readonly HTMLElement[] {
  const beginning = text.length > maxCharacters ? beginningOf(text, maxCharacters) : text;
  const node = element('pre', { class: 'is-source' }, ...textNodes(beginning));
  if (beginning === text) return [node];
  const all = button('Show all', () => {
    node.replaceChildren(...textNodes(text));
    const region = node.closest('[tabindex]');
    if (region instanceof HTMLElement) region.focus();
    cut.remove();
  });
  const [part, whole] = [beginning.length, text.length].map((count) => count.toLocaleString('en'));
  const cut = element('p', { class: 'hint' }, `The first ${part} of ${whole} characters. `, all);
  return [node, cut];
}

/** Does not cut a character in two. */
function beginningOf(text: string, maxCharacters: number): string {
  const start = text.slice(0, maxCharacters);
  return start.isWellFormed() ? start : start.replace(/[\uD800-\uDBFF]$/, '');
}
