import { element } from '../frame/element.ts';
import { placeLetter } from './place-letter.ts';

/** A model's place in the request, by which tables and the plot call it. */
export function placeBadge(index: number): HTMLElement {
  return element('span', { class: 'place' }, placeLetter(index));
}
