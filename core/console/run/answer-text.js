/** @import { Result } from '../../generated/prompt-response.ts' */
import { element } from '../frame/element.js';
import { MAX_MARKDOWN_CHARACTERS, markdownNodes } from './markdown-nodes.js';
import { outputNodes } from './output-text.js';

/**
 * An answer that has come: JSON in lines, anything else as the Markdown it mostly is, with a switch to the source.
 * @param {Pick<Result, 'output' | 'schemaValid'>} result
 * @param {string} name Of the answer, for who cannot see it.
 * @returns {{ readonly node: HTMLElement, readonly change: HTMLButtonElement | undefined }} `change` is the switch; none where there is only one way to show it.
 */
export function answerText(result, name) {
  const isJson = result.schemaValid === true;
  const source = () => element('pre', { class: isJson ? 'is-json' : 'is-source' }, ...outputNodes(result));
  // Focusable, so that a long answer can be scrolled by the keyboard.
  const node = element('div', {
    class: 'output-text',
    tabindex: 0,
    role: 'region',
    'aria-label': `Text of ${name}`,
    dir: 'auto',
  });
  if (result.output === '') {
    node.append(element('em', {}, 'An empty answer.'));
    return { node, change: undefined };
  }
  if (isJson || result.output.length > MAX_MARKDOWN_CHARACTERS) {
    node.append(source());
    return { node, change: undefined };
  }
  const rendered = () => element('div', { class: 'markdown' }, ...markdownNodes(result.output));
  node.append(rendered());
  const change = element(
    'button',
    { type: 'button', class: 'quiet', 'aria-pressed': 'false', 'aria-label': `Source of ${name}` },
    'Source',
  );
  change.addEventListener('click', () => {
    const showsSource = change.ariaPressed !== 'true';
    change.ariaPressed = String(showsSource);
    node.replaceChildren(showsSource ? source() : rendered());
  });
  return { node, change };
}
