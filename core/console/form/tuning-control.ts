import type { TuningValue } from './draft.ts';
import { element } from '../shell/element.ts';
import { nameWords } from '../../client/plain-words.ts';
import { objectOf, textOf } from '../../client/request-parts.ts';

interface TuningParameter {
  /** ID of the control. */
  readonly id: string;
  readonly parameter: string;
  /** Its JSON Schema from the models endpoint. */
  readonly schema: unknown;
  readonly pointer: string;
  readonly initial: TuningValue | undefined;
}

/** A labelled control for one parameter. Left empty, the model keeps its default. */
export function tuningControl(
  { id, parameter, schema, pointer, initial }: TuningParameter,
  set: (value: TuningValue | undefined) => void,
): HTMLElement {
  const described = { id, 'data-control': true, 'aria-describedby': `${id}-hint` };
  const choices = choicesOf(schema);
  const control =
    choices === undefined ? inputFor(schema, described, set) : selectOf(choices, described, set);
  const initialIndex = choices?.findIndex(([, value]) => value === initial);
  if (initial !== undefined)
    control.value = String(initialIndex === undefined || initialIndex === -1 ? initial : initialIndex);
  return element(
    'div',
    { class: 'field', 'data-pointer': pointer },
    element('label', { for: id }, nameWords(parameter)),
    control,
    element('p', { class: 'hint', id: `${id}-hint` }, textOf(objectOf(schema)['description'])),
  );
}

function choicesOf(schema: unknown): readonly (readonly [string, TuningValue])[] | undefined {
  const { type, enum: values } = objectOf(schema);
  if (type === 'boolean')
    return [
      ['on', true],
      ['off', false],
    ];
  return Array.isArray(values) ? values.map((value) => [String(value), value]) : undefined;
}

function selectOf(
  choices: readonly (readonly [string, TuningValue])[],
  attributes: Record<string, string | boolean>,
  set: (value: TuningValue | undefined) => void,
): HTMLSelectElement {
  const options = choices.map(([name], index) => element('option', { value: index }, name));
  const select = element('select', attributes, element('option', { value: '' }, 'default'), ...options);
  select.addEventListener('change', () =>
    set(select.value === '' ? undefined : choices[Number(select.value)]?.[1]),
  );
  return select;
}

function inputFor(
  schema: unknown,
  attributes: Record<string, string | boolean>,
  set: (value: TuningValue | undefined) => void,
): HTMLInputElement {
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
    // The gateway rejects a text that is not a number and describes the valid ones.
    const number = Number(text);
    set(text === '' ? undefined : isNumber && Number.isFinite(number) ? number : text);
  });
  return input;
}

/** The numbers that a schema allows, in words; undefined if it allows none. */
function rangeOf(schema: unknown): string | undefined {
  const { oneOf, anyOf, type, ...limits } = objectOf(schema);
  const branches = oneOf ?? anyOf;
  if (Array.isArray(branches)) {
    const ranges = branches.map(rangeOf).filter((range) => range !== undefined);
    return ranges.length === 0 ? undefined : ranges.join(', or ');
  }
  if (type !== 'integer' && type !== 'number') return undefined;
  const [constant, least, most] = ['const', 'minimum', 'maximum'].map((name) => textOf(limits[name]));
  if (constant) return constant;
  return least && most ? `${least} to ${most}` : 'a number';
}
