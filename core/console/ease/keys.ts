import { byId } from '../frame/element.ts';

const NAME = 'assay-single-keys';

/**
 * Single keys, for those who have not turned them off, where nothing is being typed. `?` lists them.
 * @param actions by key.
 */
export function startKeys(actions: Readonly<Record<string, () => void>>): void {
  const dialog = byId('keys-dialog', HTMLDialogElement);
  const single = byId('single-keys', HTMLInputElement);
  single.checked = localStorage.getItem(NAME) !== 'off';
  single.addEventListener('change', () => {
    if (single.checked) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  });
  const open = () => dialog.showModal();
  byId('keys', HTMLButtonElement).addEventListener('click', open);
  byId('keys-close', HTMLButtonElement).addEventListener('click', () => dialog.close());
  addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (!single.checked || ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const act = key === '?' ? open : actions[key];
    if (act === undefined || byId('workspace', HTMLElement).hidden) return;
    event.preventDefault();
    act();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"], [type="range"]), textarea, select')
  );
}
