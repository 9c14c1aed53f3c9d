/** @import { TuningValue } from './draft.js' */
import { element } from '../frame/element.ts';
import { nameWords } from '../../client/plain-words.ts';

/**
 * @typedef {object} TuningParameter
 * @property {string} id Of the control.
 * @property {string} parameter
 * @property {unknown} schema The JSON Schema the models endpoint gives for it.
 * @property {string} pointer
 * @property {TuningValue | undefined} initial
 */

/**
 * A labelled control for one parameter. Left empty, the model keeps its default.
 * @param {TuningParameter} facts
 * @param {(value: TuningValue | undefined) => void} set
 * @returns {HTMLElement}
 */
export function tuningControl({ id, parameter, schema, pointer, initial }, set) {
  const described = { id, 'data-control': true, 'aria-describedby': `${id}-hint ${id}-error` };
  const choices = choicesOf(schema);
  const control =
    choices === undefined ? inputFor(schema, described, set) : selectOf(choices, described, set);
  const chosen = choices?.findIndex(([, value]) => value === initial);
  if (initial !== undefined) control.value = String(chosen === undefined || chosen === -1 ? initial : chosen);
  return element(
    'div',
    { class: 'field', 'data-pointer': pointer },
    element('label', { for: id }, nameWords(parameter)),
    control,
    element('p', { class: 'hint', id: `${id}-hint` }, textOf(member(schema, 'description'))),
    element('p', { class: 'field-error', id: `${id}-error`, hidden: true }),
  );
}

/**
 * @param {unknown} schema
 * @returns {readonly (readonly [string, TuningValue])[] | undefined}
 */
function choicesOf(schema) {
  if (member(schema, 'type') === 'boolean')
    return [
      ['on', true],
      ['off', false],
    ];
  const values = member(schema, 'enum');
  return Array.isArray(values) ? values.map((value) => [String(value), value]) : undefined;
}

/**
 * @param {readonly (readonly [string, TuningValue])[]} choices
 * @param {Record<string, string | boolean>} attributes
 * @param {(value: TuningValue | undefined) => void} set
 */
function selectOf(choices, attributes, set) {
  const options = choices.map(([name], index) => element('option', { value: index }, name));
  const select = element('select', attributes, element('option', { value: '' }, 'default'), ...options);
  select.addEventListener('change', () =>
    set(select.value === '' ? undefined : choices[Number(select.value)]?.[1]),
  );
  return select;
}

/**
 * @param {unknown} schema
 * @param {Record<string, string | boolean>} attributes
 * @param {(value: TuningValue | undefined) => void} set
 */
function inputFor(schema, attributes, set) {
  const range = rangeOf(schema);
  const isNumber = range !== undefined;
  const input = element('input', {
    ...attributes,
    inputmode: isNumber ? 'decimal' : 'text',
    placeholder: range === undefined ? 'default' : `default, or ${range}`,
    autocomplete: 'off',
  });
  input.addEventListener('input', () => {
    const text = input.value.trim();
    // What is no number goes out as it stands: the gateway says at this field what it takes.
    const number = Number(text);
    set(text === '' ? undefined : isNumber && Number.isFinite(number) ? number : text);
  });
  return input;
}

/**
 * The numbers a schema takes, in words; undefined where it takes none.
 * @param {unknown} schema
 * @returns {string | undefined}
 */
function rangeOf(schema) {
  const branches = member(schema, 'oneOf') ?? member(schema, 'anyOf');
  if (Array.isArray(branches)) {
    const ranges = branches.map(rangeOf).filter((range) => range !== undefined);
    return ranges.length === 0 ? undefined : ranges.join(', or ');
  }
  const type = member(schema, 'type');
  if (type !== 'integer' && type !== 'number') return undefined;
  const [constant, least, most] = ['const', 'minimum', 'maximum'].map((name) => textOf(member(schema, name)));
  if (constant) return constant;
  return least && most ? `${least} to ${most}` : 'a number';
}

/**
 * @param {unknown} value
 * @returns {string} Empty for what is neither a text nor a number.
 */
function textOf(value) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * @param {unknown} schema
 * @param {string} name
 * @returns {unknown}
 */
function member(schema, name) {
  return typeof schema === 'object' && schema !== null ? Reflect.get(schema, name) : undefined;
}
