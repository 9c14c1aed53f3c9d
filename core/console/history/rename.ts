import { openDialog } from '../shell/dialog.ts';
import { element } from '../shell/element.ts';

/**
 * Asks the reader for another name of a run.
 * @param save stores the name, or removes it if it is null. @throws if the gateway refuses.
 */
export function askForName(name: string, save: (label: string | null) => Promise<unknown>): void {
  const field = element('input', { id: 'run-name', maxlength: 100, autocomplete: 'off', value: name });
  const failure = element('p', { class: 'refused', role: 'alert' });
  const form = element(
    'form',
    { class: 'stack' },
    element(
      'div',
      { class: 'field' },
      element('label', { for: 'run-name' }, 'Name'),
      field,
      element(
        'p',
        { class: 'hint' },
        'Everyone with a key of your account sees it. Leave it empty for none.',
      ),
    ),
    failure,
    element('p', {}, element('button', { class: 'primary' }, 'Save')),
  );
  const dialog = openDialog('Rename this run', form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    save(field.value.trim() || null).then(
      () => dialog.close(),
      (error) => (failure.textContent = `Not saved. ${error instanceof Error ? error.message : ''}`),
    );
  });
  field.select();
}
