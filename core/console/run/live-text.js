import { element } from '../frame/element.js';
import { textNodes } from './text-nodes.js';

/** More is not shown while it is written; the answer itself is, once it is there. */
const MAX_LIVE_CHARACTERS = 200_000;

/**
 * An answer while it is written: words are appended as they come, and nothing that stands is drawn again.
 * @typedef {object} LiveText
 * @property {HTMLElement} node
 * @property {(text: string) => void} add
 * @property {(text: string) => void} reason
 * @property {(text: string) => void} replace What stood there does not hold.
 */

/**
 * @param {string} name Of the answer, for who cannot see it.
 * @returns {LiveText}
 */
export function liveText(name) {
  const text = element('pre', { class: 'is-source' });
  const reasoning = element('pre', { class: 'is-source' });
  const thoughts = element(
    'details',
    { class: 'thoughts', hidden: true },
    element('summary', {}, 'Reasoning'),
    reasoning,
  );
  const node = element(
    'div',
    {
      class: 'output-text is-live',
      tabindex: 0,
      role: 'region',
      'aria-label': `Text of ${name}`,
      dir: 'auto',
    },
    thoughts,
    text,
  );
  const shown = { text: 0, reasoning: 0 };
  const follow = () => {
    // Only for a reader who is at the end, not for one who has scrolled back.
    const isAtEnd = node.scrollHeight - node.scrollTop - node.clientHeight < 80;
    return () => {
      if (isAtEnd) node.scrollTop = node.scrollHeight;
    };
  };
  const append = (
    /** @type {HTMLElement} */ target,
    /** @type {'text' | 'reasoning'} */ kind,
    /** @type {string} */ added,
  ) => {
    const room = MAX_LIVE_CHARACTERS - shown[kind];
    if (room <= 0) return;
    const scroll = follow();
    target.append(...textNodes(added.slice(0, room)));
    shown[kind] += added.length;
    scroll();
  };
  return {
    node,
    add: (added) => append(text, 'text', added),
    reason(added) {
      thoughts.hidden = false;
      append(reasoning, 'reasoning', added);
    },
    replace(whole) {
      text.replaceChildren();
      shown.text = 0;
      append(text, 'text', whole);
    },
  };
}
