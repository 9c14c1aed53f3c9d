import type { Axis, Draft } from './draft.ts';
import type { Store } from '../shell/store.ts';
import { byId, element } from '../shell/element.ts';
import { nameWords } from '../../client/plain-words.ts';

/** The names in the draft of the text fields, by their IDs. */
const TEXT_FIELDS = {
  prompt: 'prompt',
  'judge-prompt': 'judgePrompt',
  system: 'system',
  temperature: 'temperature',
  'top-p': 'topP',
  'max-tokens': 'maxTokens',
  schema: 'schema',
} as const;

const AXES: readonly Axis[] = ['accuracy', 'speed', 'cost'];

const EXAMPLE_SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'string' }, confidence: { type: 'number', minimum: 0, maximum: 1 } },
  required: ['answer', 'confidence'],
  additionalProperties: false,
};

/** Connects the plain fields of the page with the draft. */
export function startDraftFields(draft: Store<Draft>): void {
  for (const [id, name] of Object.entries(TEXT_FIELDS)) {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    field.addEventListener('input', () => draft.change({ [name]: field.value }));
    draft.watch((now) => {
      if (field.value !== now[name]) field.value = now[name];
    });
  }
  for (const axis of AXES) startWeight(axis, draft);
  const schema = byId('schema', HTMLTextAreaElement);
  byId('schema-example', HTMLButtonElement).addEventListener('click', () => {
    schema.value = JSON.stringify(EXAMPLE_SCHEMA, undefined, 2);
    draft.change({ schema: schema.value });
    schema.focus();
  });
  startSwitch('retention', 'zeroDataRetention', draft);
  startSwitch('earlier-answers', 'earlierAnswers', draft);
}

function startSwitch(id: string, name: 'zeroDataRetention' | 'earlierAnswers', draft: Store<Draft>): void {
  const field = byId(id, HTMLInputElement);
  draft.watch((now) => {
    field.checked = now[name];
  });
  field.addEventListener('change', () => draft.change({ [name]: field.checked }));
}

function startWeight(axis: Axis, draft: Store<Draft>): void {
  const id = `weight-${axis}`;
  const field = element('input', { id, type: 'range', min: 0, max: 1, step: 0.05, 'data-control': true });
  const output = element('output', { id: `${id}-value`, for: id });
  const label = element('label', { for: id }, nameWords(axis));
  const pointer = `/judge_weights/${axis}`;
  byId('weights', HTMLElement).append(
    element('div', { class: 'field weight', 'data-pointer': pointer }, label, field, output),
  );
  draft.watch(({ weights }) => {
    field.value = String(weights[axis]);
    output.value = Number(field.value).toFixed(2);
  });
  field.addEventListener('input', () => {
    draft.change({ weights: { ...draft.get().weights, [axis]: Number(field.value) } });
  });
}

/** Shows the block about judging only with judges, and connects its choice of when to stop with the draft. */
export function startJudgingFields(draft: Store<Draft>): void {
  const block = byId('judging', HTMLDetailsElement);
  const until = byId('judge-until', HTMLSelectElement);
  draft.watch(({ judges, judgeUntil }) => {
    block.hidden = judges.length === 0;
    // An earlier request may have another value.
    if (![...until.options].some(({ value }) => value === judgeUntil))
      until.append(element('option', { value: judgeUntil }, `at ${Number(judgeUntil) * 100} % sure`));
    until.value = judgeUntil;
  });
  until.addEventListener('change', () => draft.change({ judgeUntil: until.value }));
}
