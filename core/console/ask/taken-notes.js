/** @import { Draft } from './draft.js' */
/** @import { Store } from '../frame/store.js' */
import { byId } from '../frame/element.js';

/**
 * Says what an earlier request has that the form does not show: fields that are sent along, and what is missing.
 * @param {Store<Draft>} draft
 * @returns {(notes: readonly string[]) => void} What could not be taken over.
 */
export function startTakenNotes(draft) {
  const place = byId('taken', HTMLElement);
  const words = byId('taken-words', HTMLElement);
  const drop = byId('taken-drop', HTMLButtonElement);
  /** @type {readonly string[]} */
  let notes = [];
  const show = () => {
    const names = Object.keys(draft.get().extra);
    const sent = names.length === 0 ? [] : [`Also sent, as in the earlier request: ${names.join(', ')}.`];
    words.textContent = [...sent, ...notes].join(' ');
    place.hidden = words.textContent === '';
    drop.textContent = names.length === 0 ? 'Close' : 'Leave that out';
  };
  drop.addEventListener('click', () => {
    notes = [];
    draft.change({ extra: {} });
    byId('prompt', HTMLTextAreaElement).focus();
  });
  draft.subscribe((now, before) => {
    if (now.extra !== before.extra) show();
  });
  show();
  return (given) => {
    notes = given;
    show();
  };
}
