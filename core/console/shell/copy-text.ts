import { announce } from './announce.ts';
import { button, element } from './element.ts';

const MESSAGE_MS = 1_500;

/**
 * A button that copies a text and confirms it.
 * @param label for screen readers.
 */
export function copyButton(text: () => string, label: string, words = 'Copy'): HTMLButtonElement {
  return button(words, (node) => void copyFrom(node, text()), { label });
}

/** Copies a text and shows the result on the button for a moment. */
export async function copyFrom(pressed: HTMLButtonElement, text: string): Promise<void> {
  const words = pressed.textContent;
  const done = await copyText(text);
  pressed.textContent = done ? 'Copied' : 'Not copied';
  announce(done ? 'Copied' : 'The browser does not let this page copy.');
  setTimeout(() => {
    pressed.textContent = words;
  }, MESSAGE_MS);
}

async function copyText(text: string): Promise<boolean> {
  try {
    // `clipboard` is undefined on pages over plain HTTP from another machine.
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
  // While a dialog is open, only its content can be focused.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
