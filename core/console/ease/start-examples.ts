import type { ReplaceDraft } from '../ask/taken-notes.ts';
import { button, byId, element } from '../frame/element.ts';
import { EXAMPLES } from './examples.ts';
import type { Preset } from './presets.ts';

/** Examples for a first request, each with the models of a preset. */
export function startExamples(replaceDraft: ReplaceDraft, presets: readonly Preset[]): void {
  byId('examples', HTMLElement).append(
    ...EXAMPLES.map(({ name, preset, draft }) =>
      element(
        'li',
        {},
        button(name, () => {
          const chosen = presets.find((one) => one.name === preset)?.chosen ?? presets[0]?.chosen;
          replaceDraft({ ...draft, ...chosen });
          byId('prompt', HTMLTextAreaElement).focus();
        }),
      ),
    ),
  );
}
