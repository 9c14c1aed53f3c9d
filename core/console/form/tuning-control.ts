import type { TuningValue } from './draft.ts';
import { element } from '../shell/element.ts';
import { nameWords } from '../../client/plain-words.ts';

interface TuningParameter {
  /** Of the control. */
  readonly id: string;
  readonly parameter: string;
  /** The JSON Schema the models endpoint gives for it. */
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
  const chosen = choices?.findIndex(([, value]) => value === initial);
  if (initial !== undefined) control.value = String(chosen === undefined || chosen === -1 ? initial : chosen);
  return element(
    'div',
    { class: 'field', 'data-pointer': pointer },
    element('label', { for: id }, nameWords(parameter)),
    control,
    element('p', { class: 'hint', id: `${id}-hint` }, textOf(member(schema, 'description'))),
  );
}

function choicesOf(schema: unknown): readonly (readonly [string, TuningValue])[] | undefined {
  if (member(schema, 'type') === 'boolean')
    return [
      ['on', true],
      ['off', false],
    ];
  const values = member(schema, 'enum');
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
    // What is no number goes out as it stands: the gateway says at this field what it takes.
    const number = Number(text);
    set(text === '' ? undefined : isNumber && Number.isFinite(number) ? number : text);
  });
  return input;
}

/** The numbers a schema takes, in words; undefined where it takes none. */
function rangeOf(schema: unknown): string | undefined {
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

/** @returns empty for what is neither a text nor a number. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function member(schema: unknown, name: string): unknown {
  return typeof schema === 'object' && schema !== null ? Reflect.get(schema, name) : undefined;
}
