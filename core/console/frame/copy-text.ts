import { announce } from './announce.ts';
import { element } from './element.ts';

const SHOWN_MS = 1_500;

/**
 * A button that copies, and says that it has.
 * @param label which one it is, for those who hear it.
 */
export function copyButton(text: () => string, label: string, words = 'Copy'): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'quiet', 'aria-label': label }, words);
  button.addEventListener('click', () => void copyFrom(button, text()));
  return button;
}

/** Copies, and lets the button say for a moment whether it could. */
export async function copyFrom(button: HTMLButtonElement, text: string): Promise<void> {
  const words = button.textContent;
  const done = await copyText(text);
  button.textContent = done ? 'Copied' : 'Not copied';
  announce(done ? 'Copied' : 'The browser does not let this page copy.');
  setTimeout(() => {
    button.textContent = words;
  }, SHOWN_MS);
}

async function copyText(text: string): Promise<boolean> {
  try {
    // Undefined on a page that came over plain HTTP from another machine.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = element('textarea', { class: 'visually-hidden', 'aria-hidden': 'true', readonly: true });
  area.value = text;
  // Inside an open dialog, where alone it can be focused.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
