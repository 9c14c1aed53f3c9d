/** @import { ModelDescription } from '../../generated/models-response.ts' */
/** @import { Draft, TuningValue } from './draft.js' */
/** @import { Store } from '../frame/store.ts' */
import { element } from '../frame/element.ts';
import { tuningControl } from './tuning-control.js';

/**
 * For each chosen model what its provider lets one tune, after the schemas the models endpoint gives.
 * @param {HTMLElement} container
 * @param {Store<Draft>} draft
 * @param {ReadonlyMap<string, ModelDescription>} catalog
 */
export function startTuningPanel(container, draft, catalog) {
  /** @type {Map<string, HTMLElement>} */
  const made = new Map();
  /** @type {{ tuning: Draft['tuning'] | undefined }} What the controls themselves have made of it. */
  const typed = { tuning: undefined };
  const set = (/** @type {Draft['tuning']} */ tuning) => {
    typed.tuning = tuning;
    draft.change({ tuning });
  };
  const show = () => {
    const { models, judges } = draft.get();
    const tunable = [...new Set([...models, ...judges])]
      .map((id) => catalog.get(id))
      .filter((model) => model !== undefined)
      .filter(({ tuning }) => Object.keys(tuning).length > 0);
    const sections = tunable.map((model) => {
      const section = made.get(model.id) ?? modelSection(model, draft, set);
      made.set(model.id, section);
      return section;
    });
    const hint = models.length === 0 ? 'Choose models first.' : 'None of the chosen models can be tuned.';
    container.replaceChildren(...(sections.length > 0 ? sections : [element('p', { class: 'hint' }, hint)]));
  };
  draft.subscribe((now, before) => {
    // Set from elsewhere, as by an earlier request: the controls are made anew with what it holds.
    if (now.tuning !== before.tuning && now.tuning !== typed.tuning) made.clear();
    if (now.models !== before.models || now.judges !== before.judges || made.size === 0) show();
  });
  show();
}

/**
 * @param {ModelDescription} model
 * @param {Store<Draft>} draft
 * @param {(tuning: Draft['tuning']) => void} set
 */
function modelSection(model, draft, set) {
  const controls = Object.entries(model.tuning).map(([parameter, schema]) => {
    const id = `tuning-${model.id}-${parameter}`;
    const control = { id, parameter, schema, pointer: pointerOf(model.id, parameter) };
    const initial = draft.get().tuning[model.id]?.[parameter];
    return tuningControl({ ...control, initial }, (value) => {
      const { tuning } = draft.get();
      set({ ...tuning, [model.id]: withValue(tuning[model.id] ?? {}, parameter, value) });
    });
  });
  return element(
    'fieldset',
    { class: 'tuning-model', 'data-pointer': pointerOf(model.id) },
    element('legend', {}, model.id),
    ...controls,
  );
}

/**
 * @param {Readonly<Record<string, TuningValue>>} parameters
 * @param {string} name
 * @param {TuningValue | undefined} value
 */
function withValue(parameters, name, value) {
  const { [name]: _old, ...rest } = parameters;
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** @param {...string} segments */
function pointerOf(...segments) {
  const escaped = segments.map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1'));
  return ['/model_tuning', ...escaped].join('/');
}
