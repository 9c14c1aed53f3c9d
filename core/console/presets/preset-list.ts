import type { Draft } from '../form/draft.ts';
import { announce } from '../shell/announce.ts';
import { button, byId, element } from '../shell/element.ts';
import type { Store } from '../shell/store.ts';
import type { Preset } from './presets.ts';

/** Buttons that choose the models and judges of a preset. The button of the current choice is pressed. */
export function startPresetList(draft: Store<Draft>, presets: readonly Preset[]): void {
  const buttons = presets.map(({ name, selection }) => {
    const { models, judges } = selection;
    const node = button(
      '',
      () => {
        draft.change(selection);
        announce(`Chosen: ${[...models, ...judges].join(', ')}`);
      },
      { kind: 'preset' },
    );
    node.append(
      element('span', { class: 'preset-name' }, name),
      element(
        'span',
        { class: 'preset-models' },
        `${models.join(', ')}${judges.length === 0 ? '' : ` · judged by ${judges.join(', ')}`}`,
      ),
    );
    return { node, models, judges };
  });
  byId('presets', HTMLElement).replaceChildren(...buttons.map(({ node }) => node));
  draft.watch(({ models, judges }) => {
    for (const preset of buttons)
      preset.node.ariaPressed = String(areSame(preset.models, models) && areSame(preset.judges, judges));
  });
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
