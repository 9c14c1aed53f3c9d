import { announce } from './announce.ts';
import { button, element } from './element.ts';

const SHOWN_MS = 1_500;

/**
 * A button that copies, and says that it has.
 * @param label which one it is, for those who hear it.
 */
export function copyButton(text: () => string, label: string, words = 'Copy'): HTMLButtonElement {
  return button(words, (made) => void copyFrom(made, text()), { label });
}

/** Copies, and lets the button say for a moment whether it could. */
export async function copyFrom(pressed: HTMLButtonElement, text: string): Promise<void> {
  const words = pressed.textContent;
  const done = await copyText(text);
  pressed.textContent = done ? 'Copied' : 'Not copied';
  announce(done ? 'Copied' : 'The browser does not let this page copy.');
  setTimeout(() => {
    pressed.textContent = words;
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
