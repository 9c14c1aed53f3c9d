/** @import { FieldError } from '../../client/gateway-problem.ts' */
import { byId, element } from '../frame/element.ts';
import { fieldWords } from '../../client/plain-words.ts';

/**
 * Shows each error at the field its pointer names: the element whose `data-pointer` is the longest beginning of it.
 * @param {readonly FieldError[]} errors
 * @param {{ readonly focus: boolean }} options Whether to go to the first, which also opens what it is folded into.
 * @returns {readonly string[]} What belongs to no field of the page.
 */
export function showFieldErrors(errors, { focus }) {
  clearFieldErrors();
  /** @type {HTMLElement | undefined} */
  let first;
  /** @type {string[]} */
  const homeless = [];
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

export function clearFieldErrors() {
  for (const marked of document.querySelectorAll('[aria-invalid]')) marked.removeAttribute('aria-invalid');
  for (const text of document.querySelectorAll('.field-error')) {
    if (text instanceof HTMLElement) text.hidden = true;
    text.textContent = '';
  }
}

/**
 * What is about no field, in place of what stood there: it stands where the request is sent from, and is read out at once.
 * @param {readonly string[]} messages
 * @param {...HTMLElement} actions What can be done about it.
 */
export function showGeneralErrors(messages, ...actions) {
  const place = byId('general-errors', HTMLElement);
  place.hidden = messages.length === 0;
  place.replaceChildren(...messages.map((message) => element('p', {}, message)), ...actions);
}

/**
 * @param {string} pointer
 * @returns {HTMLElement | undefined}
 */
function fieldOf(pointer) {
  const fields = [...document.querySelectorAll('[data-pointer]')].filter(
    (field) => field instanceof HTMLElement,
  );
  return fields
    .filter(({ dataset: { pointer: own = '' } }) => pointer === own || pointer.startsWith(`${own}/`))
    .toSorted((one, other) => pointerLength(other) - pointerLength(one))[0];
}

/** @param {HTMLElement} field */
function pointerLength(field) {
  return field.dataset['pointer']?.length ?? 0;
}

/**
 * @param {HTMLElement} field
 * @param {string} message
 */
function markField(field, message) {
  controlOf(field)?.setAttribute('aria-invalid', 'true');
  const place =
    field.querySelector('.field-error') ?? field.closest('fieldset')?.querySelector('.field-error');
  if (!(place instanceof HTMLElement)) return;
  place.hidden = false;
  place.textContent = place.textContent === '' ? message : `${place.textContent} ${message}`;
}

/** @param {HTMLElement} field */
function focusField(field) {
  for (let around = field.closest('details'); around !== null;) {
    around.open = true;
    around = around.parentElement?.closest('details') ?? null;
  }
  controlOf(field)?.focus();
}

/**
 * @param {HTMLElement} field
 * @returns {HTMLElement | undefined}
 */
function controlOf(field) {
  const control = field.matches('[data-control]') ? field : field.querySelector('[data-control]');
  return control instanceof HTMLElement ? control : undefined;
}
