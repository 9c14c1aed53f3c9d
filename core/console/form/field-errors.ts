import type { FieldError } from '../../client/gateway-problem.ts';
import { byId, element } from '../shell/element.ts';
import { fieldWords } from '../../client/plain-words.ts';

/**
 * Shows each error at its field: the element whose `data-pointer` is the longest prefix of the error's pointer.
 * @param options whether to focus the first field, which also unfolds its blocks.
 * @returns messages without a field on the page.
 */
export function showFieldErrors(
  errors: readonly FieldError[],
  { focus }: { readonly focus: boolean },
): readonly string[] {
  clearFieldErrors();
  let first: HTMLElement | undefined;
  const otherMessages: string[] = [];
  for (const { pointer, message } of errors) {
    const field = fieldOf(pointer);
    if (field === undefined) {
      otherMessages.push(pointer === '' ? message : `${fieldWords(pointer)}: ${message}`);
    } else {
      markField(field, message);
      first ??= field;
    }
  }
  if (focus && first !== undefined) focusField(first);
  return otherMessages;
}

export function clearFieldErrors(): void {
  for (const field of document.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  for (const text of document.querySelectorAll<HTMLElement>('.field-error')) {
    text.hidden = true;
    text.textContent = '';
  }
}

/**
 * Replaces the errors that concern no field. They are shown beside the Send button, and screen readers read them at once.
 * @param actions buttons that help.
 */
export function showGeneralErrors(messages: readonly string[], ...actions: HTMLElement[]): void {
  const place = byId('general-errors', HTMLElement);
  place.hidden = messages.length === 0;
  place.replaceChildren(...messages.map((message) => element('p', {}, message)), ...actions);
}

function fieldOf(pointer: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-pointer]')]
    .filter(({ dataset: { pointer: prefix = '' } }) => pointer === prefix || pointer.startsWith(`${prefix}/`))
    .toSorted((one, other) => pointerLength(other) - pointerLength(one))[0];
}

function pointerLength(field: HTMLElement): number {
  return field.dataset['pointer']?.length ?? 0;
}

function markField(field: HTMLElement, message: string): void {
  const control = controlOf(field);
  control?.setAttribute('aria-invalid', 'true');
  const place = errorElementOf(field.closest<HTMLElement>('.weights') ?? field, control);
  place.hidden = false;
  place.textContent = place.textContent === '' ? message : `${place.textContent} ${message}`;
}

/** The element for the errors of a field, created for the first error. */
function errorElementOf(field: HTMLElement, control: HTMLElement | undefined): HTMLElement {
  const id = `error:${field.dataset['pointer'] ?? ''}`;
  const node = document.getElementById(id) ?? element('p', { class: 'field-error', id });
  if (node.parentElement === null) field.append(node);
  const described = control?.getAttribute('aria-describedby')?.split(' ') ?? [];
  if (!described.includes(id)) control?.setAttribute('aria-describedby', [...described, id].join(' '));
  return node;
}

function focusField(field: HTMLElement): void {
  for (let around = field.closest('details'); around !== null;) {
    around.open = true;
    around = around.parentElement?.closest('details') ?? null;
  }
  controlOf(field)?.focus();
}

function controlOf(field: HTMLElement): HTMLElement | undefined {
  if (field.matches('[data-control]')) return field;
  return field.querySelector<HTMLElement>('[data-control]') ?? undefined;
}
