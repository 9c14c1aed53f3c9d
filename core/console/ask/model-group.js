/** @import { PickerGroup } from './model-picker.js' */
import { element } from '../frame/element.ts';
import { modelRow } from './model-row.js';
import { matchesFilter } from './model-words.js';

/**
 * @typedef {object} ModelGroupOptions
 * @property {PickerGroup} group
 * @property {string} picker What ids are made of.
 * @property {boolean} hasAll Whether the group can be chosen at once.
 * @property {(ids: readonly string[], on: boolean) => void} toggle
 */

/**
 * One group of a picker: its head and a row per model.
 * @param {ModelGroupOptions} options
 * @returns {{ node: HTMLElement, filter: (text: string) => void, seen: () => readonly HTMLElement[], show: (chosen: readonly string[]) => void }}
 */
export function modelGroup({ group, picker, hasAll, toggle }) {
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
