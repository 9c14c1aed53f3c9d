import type { ModelDescription } from '../../generated/models-response.ts';
import type { Draft, TuningValue } from './draft.ts';
import type { Store } from '../shell/store.ts';
import { element } from '../shell/element.ts';
import { tuningControl } from './tuning-control.ts';

/** Controls for the tuning parameters of each chosen model, from the schemas of the models endpoint. */
export function startTuningPanel(
  container: HTMLElement,
  draft: Store<Draft>,
  catalog: ReadonlyMap<string, ModelDescription>,
): void {
  const sectionsById = new Map<string, HTMLElement>();
  /** The tuning that the controls set last. */
  let ownTuning: Draft['tuning'] | undefined;
  const set = (tuning: Draft['tuning']) => {
    ownTuning = tuning;
    draft.change({ tuning });
  };
  const show = () => {
    const { models, judges } = draft.get();
    const tunable = [...new Set([...models, ...judges])]
      .map((id) => catalog.get(id))
      .filter((model) => model !== undefined)
      .filter(({ tuning }) => Object.keys(tuning).length > 0);
    const sections = tunable.map((model) => {
      const section = sectionsById.get(model.id) ?? modelSection(model, draft, set);
      sectionsById.set(model.id, section);
      return section;
    });
    const hint = models.length === 0 ? 'Choose models first.' : 'None of the chosen models can be tuned.';
    container.replaceChildren(...(sections.length > 0 ? sections : [element('p', { class: 'hint' }, hint)]));
  };
  draft.subscribe((now, before) => {
    // Another part of the page changed the tuning, so the controls are created again.
    if (now.tuning !== before.tuning && now.tuning !== ownTuning) sectionsById.clear();
    if (now.models !== before.models || now.judges !== before.judges || sectionsById.size === 0) show();
  });
  show();
}

function modelSection(
  model: ModelDescription,
  draft: Store<Draft>,
  set: (tuning: Draft['tuning']) => void,
): HTMLFieldSetElement {
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

function withValue(
  parameters: Readonly<Record<string, TuningValue>>,
  name: string,
  value: TuningValue | undefined,
): Readonly<Record<string, TuningValue>> {
  const { [name]: _old, ...rest } = parameters;
  return value === undefined ? rest : { ...rest, [name]: value };
}

function pointerOf(...segments: string[]): string {
  const escaped = segments.map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1'));
  return ['/model_tuning', ...escaped].join('/');
}
