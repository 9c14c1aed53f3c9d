/** @import { ModelDescription, PanelDescription } from '../../generated/models-response.ts' */
/** @import { Draft } from '../ask/draft.js' */
/** @import { ReplaceDraft } from '../ask/taken-notes.js' */
/** @import { Store } from '../frame/store.js' */
import { ableModels } from '../../client/able-models.ts';
import { announce } from '../frame/announce.js';
import { byId, element } from '../frame/element.js';
import { EXAMPLES } from './examples.js';
import { panelPresets, presetsOf } from './presets.js';

/**
 * Buttons that choose models and judges at once, and examples for a first request.
 * @param {object} surroundings
 * @param {Store<Draft>} surroundings.draft
 * @param {ReplaceDraft} surroundings.replaceDraft
 * @param {readonly ModelDescription[]} surroundings.models
 * @param {readonly PanelDescription[]} surroundings.panels The operator's.
 */
export function startEase({ draft, replaceDraft, models, panels }) {
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

/**
 * @param {string} words
 * @param {() => void} act
 */
function button(words, act) {
  const made = element('button', { type: 'button', class: 'quiet' }, words);
  made.addEventListener('click', act);
  return made;
}
