import { element } from '../frame/element.ts';
import { modelGroup, type PickerGroup } from './model-group.ts';
import { startRovingFocus } from '../frame/roving-focus.ts';

interface PickerOptions {
  /** In lower case and the plural, such as `models`; also what ids are made of. */
  readonly name: string;
  readonly groups: readonly PickerGroup[];
  /** Whether a group can be chosen at once. */
  readonly wholeGroups: boolean;
  readonly choose: (chosen: readonly string[]) => void;
}

/**
 * Fills a container with a filter, what is chosen, and every model by group.
 * @returns shows what is chosen.
 */
export function startModelPicker(
  container: HTMLElement,
  { name, groups, wholeGroups, choose }: PickerOptions,
): (chosen: readonly string[]) => void {
  let chosen: readonly string[] = [];
  const toggle = (ids: readonly string[], on: boolean) => {
    const others = chosen.filter((id) => !ids.includes(id));
    choose(on ? [...chosen, ...ids.filter((id) => !chosen.includes(id))] : others);
  };
  const lists = groups.map((group) => modelGroup({ group, picker: name, hasAll: wholeGroups, toggle }));
  const seen = () => lists.flatMap((list) => list.seen());
  const nothing = element('p', { class: 'hint picker-nothing', hidden: true }, 'No model answers to that.');
  const filter = filterField(name, (text) => {
    for (const list of lists) list.filter(text);
    nothing.hidden = seen().length > 0;
    settleFocus();
  });
  const none = element(
    'button',
    { type: 'button', class: 'quiet', 'aria-label': `Select none of the ${name}` },
    'Select none',
  );
  none.addEventListener('click', () => choose([]));
  const chips = element('ul', { class: 'chips', 'aria-label': `Chosen ${name}` });
  const all = element(
    'div',
    { class: 'picker-groups', role: 'group', 'aria-label': `All ${name}; arrow keys go through them` },
    columnHeads(),
    ...lists.map(({ node }) => node),
    nothing,
  );
  const settleFocus = startRovingFocus(all, seen);
  container.append(element('div', { class: 'picker-tools' }, filter, none), chips, all);
  return function showChosen(now) {
    chosen = now;
    for (const list of lists) list.show(now);
    none.disabled = now.length === 0;
    chips.replaceChildren(...now.map((id) => chip(id, () => removeChip(id))));
  };

  function removeChip(id: string) {
    const place = chosen.indexOf(id);
    toggle([id], false);
    // The chip that had the focus is gone: go on with its neighbour, or to the filter.
    const left = chips.querySelectorAll('button');
    (left[Math.min(place, left.length - 1)] ?? filter).focus();
  }
}

function filterField(name: string, apply: (text: string) => void): HTMLInputElement {
  const filter = element('input', {
    type: 'search',
    id: `${name}-filter`,
    placeholder: 'Filter: name, provider, PDF …',
    'aria-label': `Filter ${name}`,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  filter.addEventListener('input', () => apply(filter.value));
  return filter;
}

/** What the figures of a row mean; who hears a row is told with each. */
function columnHeads(): HTMLDivElement {
  return element(
    'div',
    { class: 'model-row column-heads', 'aria-hidden': 'true' },
    element('span', { class: 'model-context' }, 'context'),
    element('span', { class: 'model-price' }, '$ per M in / out'),
  );
}

function chip(id: string, remove: () => void): HTMLLIElement {
  const cross = element('span', { 'aria-hidden': 'true' }, '×');
  const button = element(
    'button',
    { type: 'button', class: 'chip', 'aria-label': `Remove ${id}` },
    id,
    cross,
  );
  button.addEventListener('click', remove);
  return element('li', {}, button);
}
