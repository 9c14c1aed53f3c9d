/** @import { Result } from '../../generated/prompt-response.ts' */
import { copyButton } from '../frame/copy-text.js';
import { element } from '../frame/element.js';
import { outputNodes } from './output-text.js';
import { placeBadge } from './place-badge.js';

/**
 * One model's answer, empty until it has come.
 * @typedef {object} OutputCard
 * @property {HTMLElement} node
 * @property {(result: Result) => void} show
 * @property {(words: string) => void} stop It will not come.
 */

/**
 * @param {string} modelId
 * @param {number} index
 * @returns {OutputCard}
 */
export function outputCard(modelId, index) {
  const name = `${index + 1} ${modelId}`;
  const title = element('h4', { class: 'output-title' }, placeBadge(index), modelId);
  const badges = element('p', { class: 'badges' });
  const body = element('div', { class: 'output-body is-waiting' }, 'Waiting for the answer …');
  const foot = element('div', { class: 'output-foot' });
  const node = element(
    'article',
    { class: 'output', 'aria-label': `Answer of ${name}` },
    element('header', {}, title, badges),
    body,
    foot,
  );
  return {
    node,
    show(result) {
      const { status, output, error } = result;
      badges.replaceChildren(...badgesOf(result));
      if (status === 'completed') {
        body.replaceChildren(scrollable(result, name));
        foot.replaceChildren(
          ...notesOf(result),
          copyButton(() => output, `Copy the answer of ${name}`),
        );
      } else {
        const words = `${error?.code ?? 'failed'}: ${error?.message ?? 'no answer'}`;
        body.replaceChildren(element('p', { class: 'failure' }, words));
        foot.replaceChildren(...notesOf(result));
      }
      body.classList.remove('is-waiting');
    },
    stop(words) {
      if (body.classList.contains('is-waiting')) body.replaceChildren(words);
    },
  };
}

/**
 * Focusable, so that a long answer can be scrolled by the keyboard.
 * @param {Result} result
 * @param {string} name
 */
function scrollable(result, name) {
  const isJson = result.schemaValid === true;
  return element(
    'pre',
    {
      class: isJson ? 'output-text is-json' : 'output-text',
      tabindex: 0,
      role: 'region',
      'aria-label': `Text of ${name}`,
      dir: 'auto',
    },
    ...(result.output === '' ? [element('em', {}, 'An empty answer.')] : outputNodes(result)),
  );
}

/** @param {Result} result */
function badgesOf({ status, finishReason, schemaValid, schemaEnforcement }) {
  return [
    ...(status === 'failed' ? [badge('failed', 'bad')] : []),
    ...(finishReason === 'length' ? [badge('cut at its cap', 'warn')] : []),
    ...(finishReason === 'refused' ? [badge('refused', 'bad')] : []),
    ...(schemaValid === true ? [badge('follows the schema', 'good')] : []),
    ...(schemaValid === false ? [badge('breaks the schema', 'bad')] : []),
    ...(schemaEnforcement === undefined ? [] : [badge(schemaEnforcement, 'plain')]),
  ];
}

/**
 * @param {string} text
 * @param {'good' | 'bad' | 'warn' | 'plain'} kind
 */
function badge(text, kind) {
  return element('span', { class: `badge ${kind}` }, text);
}

/** @param {Result} result */
function notesOf({ warnings = [] }) {
  if (warnings.length === 0) return [];
  const items = warnings.map(({ pointer, message }) =>
    element('li', {}, ...(pointer === '' ? [] : [element('code', {}, pointer), ' ']), message),
  );
  return [element('ul', { class: 'notes', 'aria-label': 'What the gateway changed' }, ...items)];
}
