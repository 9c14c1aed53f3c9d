import { byId, element } from './element.ts';

const MAX_MESSAGES = 8;

/** Screen readers read the text once they have finished speaking. */
export function announce(text: string): void {
  const log = byId('announcements', HTMLElement);
  log.append(element('p', {}, text));
  while (log.childElementCount > MAX_MESSAGES) log.firstElementChild?.remove();
}
