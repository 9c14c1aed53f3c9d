import type { FieldError } from '../../client/gateway-problem.ts';
import { byId, element } from '../shell/element.ts';
import { fieldWords } from '../../client/plain-words.ts';

/**
 * Shows each error at the field its pointer names: the element whose `data-pointer` is the longest beginning of it.
 * @param options whether to go to the first, which also opens what it is folded into.
 * @returns what belongs to no field of the page.
 */
export function showFieldErrors(
  errors: readonly FieldError[],
  { focus }: { readonly focus: boolean },
): readonly string[] {
  clearFieldErrors();
  let first: HTMLElement | undefined;
  const homeless: string[] = [];
  for (const { pointer, message } of errors) {
    const field = fieldOf(pointer);
    if (field === undefined) {
      homeless.push(pointer === '' ? message : `${fieldWords(pointer)}: ${message}`);
    } else {
      markField(field, message);
      first ??= field;
    }
  }
  if (focus && first !== undefined) focusField(first);
  return homeless;
}

export function clearFieldErrors(): void {
  for (const marked of document.querySelectorAll('[aria-invalid]')) marked.removeAttribute('aria-invalid');
  for (const text of document.querySelectorAll<HTMLElement>('.field-error')) {
    text.hidden = true;
    text.textContent = '';
  }
}

/**
 * What is about no field, in place of what stood there: it stands where the request is sent from, and is read out at once.
 * @param actions what can be done about it.
 */
export function showGeneralErrors(messages: readonly string[], ...actions: HTMLElement[]): void {
  const place = byId('general-errors', HTMLElement);
  place.hidden = messages.length === 0;
  place.replaceChildren(...messages.map((message) => element('p', {}, message)), ...actions);
}

function fieldOf(pointer: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-pointer]')]
    .filter(({ dataset: { pointer: own = '' } }) => pointer === own || pointer.startsWith(`${own}/`))
    .toSorted((one, other) => pointerLength(other) - pointerLength(one))[0];
}

function pointerLength(field: HTMLElement): number {
  return field.dataset['pointer']?.length ?? 0;
}

function markField(field: HTMLElement, message: string): void {
  const control = controlOf(field);
  control?.setAttribute('aria-invalid', 'true');
  const place = placeOf(field.closest<HTMLElement>('.weights') ?? field, control);
  place.hidden = false;
  place.textContent = place.textContent === '' ? message : `${place.textContent} ${message}`;
}

/** Where the errors of a field stand: made for the first of them, and kept. */
function placeOf(field: HTMLElement, control: HTMLElement | undefined): HTMLElement {
  const id = `error:${field.dataset['pointer'] ?? ''}`;
  const made = document.getElementById(id) ?? element('p', { class: 'field-error', id });
  if (made.parentElement === null) field.append(made);
  const described = control?.getAttribute('aria-describedby')?.split(' ') ?? [];
  if (!described.includes(id)) control?.setAttribute('aria-describedby', [...described, id].join(' '));
  return made;
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
