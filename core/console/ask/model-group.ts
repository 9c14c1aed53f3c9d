import type { ModelDescription } from '../../generated/models-response.ts';
import { element } from '../frame/element.ts';
import { modelRow } from './model-row.ts';
import { matchesFilter } from './model-words.ts';

export interface PickerGroup {
  readonly name: string;
  readonly models: readonly ModelDescription[];
}

interface ModelGroupOptions {
  readonly group: PickerGroup;
  /** What ids are made of. */
  readonly picker: string;
  /** Whether the group can be chosen at once. */
  readonly hasAll: boolean;
  readonly toggle: (ids: readonly string[], on: boolean) => void;
}

interface ModelGroup {
  readonly node: HTMLElement;
  readonly filter: (text: string) => void;
  readonly seen: () => readonly HTMLElement[];
  readonly show: (chosen: readonly string[]) => void;
}

/** One group of a picker: its head and a row per model. */
export function modelGroup({ group, picker, hasAll, toggle }: ModelGroupOptions): ModelGroup {
  const rows = group.models.map((model) => {
    const made = modelRow(model, picker);
    made.box.addEventListener('change', () => toggle([model.id], made.box.checked));
    return { model, ...made };
  });
  // Of a filtered group only what can be seen.
  const seen = () => rows.filter(({ row }) => !row.hidden);
  const isWhole = () => seen().every(({ box }) => box.checked);
  const all = element('button', { type: 'button', class: 'quiet', hidden: !hasAll });
  const nameAll = () => {
    all.textContent = isWhole() ? 'Clear group' : 'Select group';
    all.setAttribute('aria-label', `${all.textContent}: ${group.name}`);
  };
  all.addEventListener('click', () => {
    const ids = seen().map(({ model }) => model.id);
    toggle(ids, !isWhole());
  });
  const head = element(
    'div',
    { class: 'group-head' },
    element('span', { class: 'group-name' }, group.name),
    element('span', { class: 'hint' }, String(group.models.length)),
    all,
  );
  const node = element(
    'div',
    { class: 'model-group', role: 'group', 'aria-label': group.name },
    head,
    ...rows.map(({ row }) => row),
  );
  return {
    node,
    seen: () => seen().map(({ box }) => box),
    filter(text) {
      for (const { model, row } of rows) row.hidden = !matchesFilter(model, text);
      node.hidden = seen().length === 0;
      nameAll();
    },
    show(chosen) {
      for (const { model, box } of rows) box.checked = chosen.includes(model.id);
      nameAll();
    },
  };
}
