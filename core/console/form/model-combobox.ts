import type { ModelDescription } from '../../generated/models-response.ts';
import { button, element } from '../shell/element.ts';
import { modelOption } from './model-option.ts';
import { matchesFilter } from './model-words.ts';
import { recentModels } from './recent-models.ts';

interface ModelGroup {
  readonly name: string;
  readonly models: readonly ModelDescription[];
}

interface ComboboxOptions {
  /** Also the prefix of IDs. */
  readonly name: 'models' | 'judges';
  /** The field's label, such as `Add a model`. */
  readonly label: string;
  readonly groups: readonly ModelGroup[];
  readonly choose: (ids: readonly string[]) => void;
}

/**
 * Fills a container with the chosen models and a field that finds more, after WAI-ARIA's combobox pattern.
 * @returns a function that shows the chosen models.
 */
export function startModelCombobox(
  container: HTMLElement,
  { name, label, groups, choose }: ComboboxOptions,
): (ids: readonly string[]) => void {
  let selection: readonly string[] = [];
  const chips = element('ul', { class: 'row', 'aria-label': `Chosen ${name}` });
  const noMatch = element('p', { class: 'hint', role: 'status' });
  const field = element('input', {
    id: `${name}-field`,
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': `${name}-options`,
    'aria-autocomplete': 'list',
    'aria-label': label,
    placeholder: `${label}: name, provider, PDF …`,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const options = createOptionList({ name, groups }, (option) =>
    field.setAttribute('aria-activedescendant', option?.id ?? ''),
  );
  const { list } = options;
  const group = { role: 'group', 'aria-labelledby': `${name}-title`, tabindex: '-1', 'data-control': '' };
  for (const [attribute, value] of Object.entries(group)) container.setAttribute(attribute, value);
  container.append(chips, element('div', { class: 'combobox' }, field, list), noMatch);

  const toggle = (id: string) =>
    choose(selection.includes(id) ? selection.filter((one) => one !== id) : [...selection, id]);
  const filter = () => {
    noMatch.textContent = options.filter(field.value) === 0 ? 'No model matches that.' : '';
  };
  const open = () => {
    if (!list.hidden) return;
    options.showRecent();
    list.hidden = false;
    field.ariaExpanded = 'true';
    filter();
    options.mark(selection);
    list.scrollIntoView({ block: 'nearest' });
  };
  const close = () => {
    list.hidden = true;
    field.ariaExpanded = 'false';
    noMatch.textContent = '';
    options.activate(undefined);
  };

  field.addEventListener('click', open);
  field.addEventListener('input', () => {
    open();
    filter();
  });
  field.addEventListener('blur', () => {
    field.value = '';
    // Closing moves the elements below up, so a press on one of them must end first.
    if (document.querySelector(':active') === null) close();
    else addEventListener('mouseup', close, { once: true });
  });
  field.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const active = options.active();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      open();
      options.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && active !== undefined) {
      toggle(active.dataset['model'] ?? '');
      field.select();
    } else if (event.key === 'Escape' && !list.hidden) close();
    else if (event.key === 'Backspace' && field.value === '' && selection.length > 0)
      choose(selection.slice(0, -1));
    else return;
    event.preventDefault();
  });
  // The field keeps the focus, so that the list stays open.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null;
    if (option !== null) toggle(option.dataset['model'] ?? '');
  });
  const remove = (id: string) => {
    const place = selection.indexOf(id);
    toggle(id);
    // The focused chip is gone: focus its neighbour or the field.
    const others = chips.querySelectorAll('button');
    (others[Math.min(place, others.length - 1)] ?? field).focus();
  };
  return function showSelection(ids) {
    selection = ids;
    options.mark(ids);
    chips.replaceChildren(
      ...ids.map((id) =>
        element(
          'li',
          {},
          chip(id, () => remove(id)),
        ),
      ),
    );
  };
}

/**
 * The list below the field: recently used models, then every model in its group.
 * @param onActive is called with the option that Enter would choose, whenever it changes.
 */
function createOptionList(
  { name, groups }: Pick<ComboboxOptions, 'name' | 'groups'>,
  onActive: (option: HTMLElement | undefined) => void,
) {
  let active: HTMLElement | undefined;
  const models = groups.flatMap((group) => group.models);
  const recent = element('div', { role: 'presentation' });
  const list = element(
    'div',
    {
      class: 'options',
      id: `${name}-options`,
      role: 'listbox',
      'aria-label': `All ${name}`,
      'aria-multiselectable': 'true',
      hidden: true,
    },
    recent,
    ...groups.filter((group) => group.models.length > 0).map((group) => groupNode(group, name)),
  );
  const visibleOptions = () => [...list.querySelectorAll<HTMLElement>('[role="option"]:not([hidden])')];
  const activate = (option: HTMLElement | undefined) => {
    active?.classList.remove('is-active');
    active = option;
    option?.classList.add('is-active');
    option?.scrollIntoView({ block: 'nearest' });
    onActive(option);
  };
  return {
    list,
    active: () => active,
    activate,
    mark(ids: readonly string[]) {
      for (const option of list.querySelectorAll<HTMLElement>('[role="option"]'))
        option.ariaSelected = String(ids.includes(option.dataset['model'] ?? ''));
    },
    /** @returns how many models match. */
    filter(text: string) {
      const matches = new Set(models.filter((model) => matchesFilter(model, text)).map(({ id }) => id));
      for (const option of list.querySelectorAll<HTMLElement>('[role="option"]'))
        option.hidden = !matches.has(option.dataset['model'] ?? '');
      for (const group of list.querySelectorAll<HTMLElement>('[role="group"]'))
        group.hidden = group.querySelector('[role="option"]:not([hidden])') === null;
      recent.hidden = text !== '';
      activate(text === '' ? undefined : visibleOptions()[0]);
      return matches.size;
    },
    showRecent() {
      const used = recentModels(name).flatMap((id) => models.find((model) => model.id === id) ?? []);
      const group = { name: 'Recent', models: used };
      recent.replaceChildren(...(used.length === 0 ? [] : [groupNode(group, `${name}-recent`)]));
    },
    move(steps: 1 | -1) {
      const all = visibleOptions();
      const from = active === undefined ? (steps === 1 ? -1 : all.length) : all.indexOf(active);
      activate(all[(from + steps + all.length) % all.length]);
    },
  };
}

/** @param prefix of the IDs of its options. */
function groupNode({ name, models }: ModelGroup, prefix: string): HTMLElement {
  return element(
    'div',
    { role: 'group', 'aria-label': name },
    element('p', { class: 'group-name', 'aria-hidden': 'true' }, name),
    ...models.map((model) => modelOption(model, prefix)),
  );
}

function chip(id: string, remove: () => void): HTMLButtonElement {
  const node = button(id, remove, { kind: 'chip', label: `Remove ${id}` });
  node.append(element('span', { 'aria-hidden': 'true' }, '×'));
  return node;
}
