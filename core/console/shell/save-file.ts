import { element } from './element.ts';

/** The browser may still be reading what it was given. */
const KEPT_MS = 60_000;

/**
 * Has the browser save a text as a file.
 * @param type media type.
 */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text.toWellFormed()], { type }));
  const link = element('a', { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
