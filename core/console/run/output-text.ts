import { button, element } from '../frame/element.ts';
import { prettyJson } from './pretty-json.ts';
import { textNodes } from './text-nodes.ts';

/** JSON with more tokens is shown as it is: colours for every one of them would make the page slow. */
const MAX_TOKENS = 10_000;
const MAX_PRETTY_CHARACTERS = 200_000;

/**
 * JSON in lines. Never HTML.
 * @returns undefined where it is too large.
 */
export function jsonNode(json: string): HTMLElement | undefined {
  if (json.length > MAX_PRETTY_CHARACTERS) return undefined;
  const tokens = prettyJson(json);
  if (tokens.length > MAX_TOKENS) return undefined;
  const node = element('pre', { class: 'is-json' });
  let left = MAX_TOKENS;
  for (const { kind, text } of tokens) {
    if (kind === 'space') node.append(text);
    else {
      const parts = textNodes(text);
      left -= parts.length;
      if (left < 0) return undefined;
      node.append(element('span', { class: `json-${kind}` }, ...parts));
    }
  }
  return node;
}

/** What a model said as plain text, the beginning of it where it is long, and then the button that shows all. */
export function sourceNodes(text: string, maxCharacters: number): readonly HTMLElement[] {
  const shown = text.length > maxCharacters ? beginningOf(text, maxCharacters) : text;
  const node = element('pre', { class: 'is-source' }, ...textNodes(shown));
  if (shown === text) return [node];
  const all = button('Show all', () => {
    node.replaceChildren(...textNodes(text));
    const region = node.closest('[tabindex]');
    if (region instanceof HTMLElement) region.focus();
    cut.remove();
  });
  const [part, whole] = [shown.length, text.length].map((count) => count.toLocaleString('en'));
  const cut = element('p', { class: 'hint' }, `The first ${part} of ${whole} characters. `, all);
  return [node, cut];
}

/** Not through the middle of a character. */
function beginningOf(text: string, maxCharacters: number): string {
  const start = text.slice(0, maxCharacters);
  return start.isWellFormed() ? start : start.replace(/[\uD800-\uDBFF]$/, '');
}
