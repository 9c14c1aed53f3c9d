import { button, element } from './element.ts';

/** Opens a dialog with a title and a Close button. It is removed when it is closed. */
export function openDialog(title: string, ...content: (Node | string)[]): HTMLDialogElement {
  const dialog = element(
    'dialog',
    { class: 'command', 'aria-label': title },
    element(
      'div',
      { class: 'block-head' },
      element('h2', { class: 'block-title' }, title),
      button('Close', () => dialog.close()),
    ),
    ...content,
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
