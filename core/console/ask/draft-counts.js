/** @import { Draft } from './draft.js' */
/** @import { Store } from '../frame/store.js' */
import { byId } from '../frame/element.js';

/**
 * Says beside each heading what stands below it, so that a folded block hides nothing.
 * @param {Store<Draft>} draft
 * @param {number} modelCount
 */
export function startDraftCounts(draft, modelCount) {
  const show = () => {
    const now = draft.get();
    const settings = [now.system, now.temperature, now.topP, now.maxTokens].filter(
      (text) => text.trim() !== '',
    );
    const tuned = Object.values(now.tuning).filter((parameters) => Object.keys(parameters).length > 0);
    say('models-count', `${now.models.length} of ${modelCount} chosen`);
    say('judges-count', now.judges.length === 0 ? 'none' : `${now.judges.length} of at most 6`);
    say('settings-count', settings.length === 0 ? 'as they are' : `${settings.length} set`);
    say('tuning-count', tuned.length === 0 ? 'as it is' : `${tuned.length} tuned`);
    say('schema-count', now.schema.trim() === '' ? 'free text' : 'JSON Schema');
  };
  draft.subscribe(show);
  show();
}

/**
 * @param {string} id
 * @param {string} text
 */
function say(id, text) {
  byId(id, HTMLElement).textContent = text;
}
