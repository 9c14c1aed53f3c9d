import { button, element } from '../frame/element.ts';

const MAX_OFFERS = 12;

/**
 * Which model a part of an ID means, and which ones it may mean. Pure.
 * @param part as it was typed.
 * @param known IDs of the gateway's models.
 * @returns without offers, `model` is what was typed: the gateway may have had such a model.
 */
export function modelsOf(
  part: string,
  known: readonly string[],
): { readonly model: string | undefined; readonly offers: readonly string[] } {
  const wanted = part.toLowerCase();
  if (wanted === '') return { model: undefined, offers: [] };
  const same = known.find((id) => id.toLowerCase() === wanted);
  if (same !== undefined) return { model: same, offers: [] };
  const offers = known.filter((id) => id.toLowerCase().includes(wanted));
  if (offers.length > 1) return { model: undefined, offers };
  return { model: offers[0] ?? part, offers };
}

/** A button for each model that a part of an ID may mean. */
export function showOffers(
  place: HTMLElement,
  offers: readonly string[],
  choose: (model: string) => void,
): void {
  place.hidden = offers.length === 0;
  const buttons = offers.slice(0, MAX_OFFERS).map((id) => button(id, () => choose(id)));
  const more = offers.length - buttons.length;
  place.replaceChildren(
    ...buttons,
    ...(more > 0 ? [element('span', { class: 'hint' }, `and ${more} more`)] : []),
  );
}
