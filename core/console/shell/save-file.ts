import { element } from './element.ts';

/** Gives the browser time to read the text. */
const REVOKE_AFTER_MS = 60_000;

/**
 * Saves a text as a file of the browser.
 * @param type media type.
 */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text.toWellFormed()], { type }));
  const link = element('a', { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
