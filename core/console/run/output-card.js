/** @import { Result } from '../../generated/prompt-response.ts' */
import { copyButton } from '../frame/copy-text.js';
import { element } from '../frame/element.js';
import { answerText } from './answer-text.js';
import { liveText } from './live-text.js';
import { placeBadge } from './place-badge.js';

/**
 * One model's answer, empty until it has come.
 * @typedef {object} OutputCard
 * @property {HTMLElement} node
 * @property {(added: string) => void} delta What the model has written since.
 * @property {(added: string) => void} reasoning
 * @property {(text: string) => void} replaced What has come so far is to be forgotten for this.
 * @property {(result: Result) => void} show
 * @property {(answerOn: () => void) => void} offer Lets the reader go on from the answer, if there is one.
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
  /** @type {ReturnType<typeof liveText> | undefined} */
  let live;
  let hasAnswer = false;
  const writing = () => {
    if (live === undefined) {
      live = liveText(name);
      body.classList.remove('is-waiting');
      body.replaceChildren(live.node);
    }
    return live;
  };
  return {
    node,
    delta: (added) => writing().add(added),
    reasoning: (added) => writing().reason(added),
    replaced: (text) => writing().replace(text),
    show(result) {
      const { status, output, error } = result;
      badges.replaceChildren(...badgesOf(result));
      hasAnswer = status === 'completed' && output !== '';
      if (status === 'completed') {
        const { node: text, change } = answerText(result, name);
        // What a provider showed of the reasoning stays, folded.
        body.replaceChildren(...(live?.thoughts() ?? []), text);
        foot.replaceChildren(
          ...notesOf(result),
          ...(change === undefined ? [] : [change]),
          copyButton(() => output, `Copy the answer of ${name}`),
        );
      } else {
        const words = `${error?.code ?? 'failed'}: ${error?.message ?? 'no answer'}`;
        body.replaceChildren(element('p', { class: 'failure' }, words));
        foot.replaceChildren(...notesOf(result));
      }
      body.classList.remove('is-waiting');
    },
    offer(answerOn) {
      if (!hasAnswer) return;
      const button = element(
        'button',
        { type: 'button', class: 'quiet', 'aria-label': `Answer on from ${name}` },
        'Answer on',
      );
      button.addEventListener('click', answerOn);
      foot.append(button);
    },
    stop(words) {
      if (body.classList.contains('is-waiting')) body.replaceChildren(words);
      // What has been written stays readable; that it is not whole is said.
      else if (live !== undefined && body.contains(live.node)) foot.replaceChildren(words);
    },
  };
}

/** @param {Result} result */
function badgesOf({ status, cached, finishReason, schemaValid, schemaEnforcement }) {
  return [
    ...(cached === true ? [badge('earlier answer', 'plain')] : []),
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
