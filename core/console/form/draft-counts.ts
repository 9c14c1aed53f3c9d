import type { Draft } from './draft.ts';
import type { Store } from '../shell/store.ts';
import { byId } from '../shell/element.ts';
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
    say('judges-count', now.judges.length === 0 ? 'none' : `${now.judges.length} of at most 6`);
    say('judging-count', judgingWords(now));
    say('settings-count', settings.length === 0 ? 'as they are' : `${settings.length} set`);
    say('tuning-count', tuned.length === 0 ? 'as it is' : `${tuned.length} tuned`);
    say('schema-count', now.schema.trim() === '' ? 'free text' : 'JSON Schema');
  };
  draft.subscribe(show);
  show();
}

function judgingWords({ judgePrompt, weights, judgeUntil }: Draft): string {
  const set = [
    ...(judgePrompt.trim() === '' ? [] : ['criteria']),
    ...(areDefault(weights) ? [] : ['weights']),
    ...(judgeUntil === '' ? [] : ['stops early']),
  ];
  return set.length === 0 ? 'as it is' : set.join(', ');
}

function say(id: string, text: string): void {
  byId(id, HTMLElement).textContent = text;
}
