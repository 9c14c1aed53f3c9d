import { element } from '../frame/element.js';

const MAX_OFFERS = 12;

/**
 * Which model a part of an ID means, and which ones it may mean. Pure.
 * @param {string} part As it was typed.
 * @param {readonly string[]} known IDs of the gateway's models.
 * @returns {{ readonly model: string | undefined, readonly offers: readonly string[] }} Without offers, `model` is what was typed: the gateway may have had such a model.
 */
export function modelsOf(part, known) {
  const wanted = part.toLowerCase();
  if (wanted === '') return { model: undefined, offers: [] };
  const same = known.find((id) => id.toLowerCase() === wanted);
  if (same !== undefined) return { model: same, offers: [] };
  const offers = known.filter((id) => id.toLowerCase().includes(wanted));
  if (offers.length > 1) return { model: undefined, offers };
  return { model: offers[0] ?? part, offers };
}

/**
 * A button for each model that a part of an ID may mean.
 * @param {HTMLElement} place
 * @param {readonly string[]} offers
 * @param {(model: string) => void} choose
 */
export function showOffers(place, offers, choose) {
  place.hidden = offers.length === 0;
  const buttons = offers.slice(0, MAX_OFFERS).map((id) => {
    const button = element('button', { type: 'button', class: 'quiet' }, id);
    button.addEventListener('click', () => choose(id));
    return button;
  });
  const more = offers.length - buttons.length;
  place.replaceChildren(
    ...buttons,
    ...(more > 0 ? [element('span', { class: 'hint' }, `and ${more} more`)] : []),
  );
}
