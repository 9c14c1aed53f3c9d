import type { Draft } from './draft.ts';
import type { Store } from '../frame/store.ts';
import { byId } from '../frame/element.ts';
import { areDefault } from './build-request.ts';

/** Says beside each heading what stands below it, so that a folded block hides nothing. */
export function startDraftCounts(draft: Store<Draft>, modelCount: number): void {
  const show = () => {
    const now = draft.get();
    const settings = [now.system, now.temperature, now.topP, now.maxTokens].filter(
      (text) => text.trim() !== '',
    );
    const tuned = Object.values(now.tuning).filter((parameters) => Object.keys(parameters).length > 0);
    say('models-count', `${now.models.length} of ${modelCount} chosen`);
    say('judges-count', judgesWords(now));
    say('settings-count', settings.length === 0 ? 'as they are' : `${settings.length} set`);
    say('tuning-count', tuned.length === 0 ? 'as it is' : `${tuned.length} tuned`);
    say('schema-count', now.schema.trim() === '' ? 'free text' : 'JSON Schema');
  };
  draft.subscribe(show);
  show();
}

function judgesWords({ judges, judgePrompt, weights }: Draft): string {
  if (judges.length === 0) return 'none';
  const besides = [
    ...(judgePrompt.trim() === '' ? [] : ['criteria']),
    ...(areDefault(weights) ? [] : ['weights']),
  ];
  return `${judges.length} of at most 6${besides.length === 0 ? '' : `, with ${besides.join(' and ')}`}`;
}

function say(id: string, text: string): void {
  byId(id, HTMLElement).textContent = text;
}
