import type { ModelDescription, PanelDescription } from '../../generated/models-response.ts';
import type { Draft } from '../ask/draft.ts';
import type { ReplaceDraft } from '../ask/taken-notes.ts';
import type { Store } from '../frame/store.ts';
import { ableModels } from '../../client/able-models.ts';
import { announce } from '../frame/announce.ts';
import { button, byId, element } from '../frame/element.ts';
import { EXAMPLES } from './examples.ts';
import { panelPresets, presetsOf } from './presets.ts';

/** Buttons that choose models and judges at once, and examples for a first request. */
export function startEase({
  draft,
  replaceDraft,
  models,
  panels,
}: {
  readonly draft: Store<Draft>;
  readonly replaceDraft: ReplaceDraft;
  readonly models: readonly ModelDescription[];
  /** The operator's. */
  readonly panels: readonly PanelDescription[];
}): void {
  const able = ableModels(models, new Date().toISOString().slice(0, 10));
  const presets = [...presetsOf(able), ...panelPresets(panels, able)];
  byId('presets', HTMLElement).append(
    ...presets.map(({ name, chosen }) =>
      button(name, () => {
        draft.change(chosen);
        announce(`Chosen: ${[...chosen.models, ...chosen.judges].join(', ')}`);
      }),
    ),
  );
  byId('examples', HTMLElement).append(
    ...EXAMPLES.map(({ name, preset, draft: filled }) =>
      element(
        'li',
        {},
        button(name, () => {
          const chosen = presets.find((one) => one.name === preset)?.chosen ?? presets[0]?.chosen;
          replaceDraft({ ...filled, ...chosen });
          byId('prompt', HTMLTextAreaElement).focus();
        }),
      ),
    ),
  );
}
