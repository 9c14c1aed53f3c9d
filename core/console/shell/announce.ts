import { byId, element } from './element.ts';

const KEPT = 8;

/** Tells screen readers what has just changed, when they are done speaking. */
export function announce(text: string): void {
  const log = byId('announcements', HTMLElement);
  log.append(element('p', {}, text));
  while (log.childElementCount > KEPT) log.firstElementChild?.remove();
}
