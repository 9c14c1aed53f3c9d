import type { Draft } from './draft.ts';
import type { Store } from '../shell/store.ts';
import { byId } from '../shell/element.ts';
import { areDefault } from './build-request.ts';

/** Summarizes each block of the form in its heading, which stays visible when the block is folded. */
export function startDraftCounts(draft: Store<Draft>, modelCount: number): void {
  draft.watch((now) => {
    const settings = [now.system, now.temperature, now.topP, now.maxTokens].filter(
      (text) => text.trim() !== '',
    );
    const tuned = Object.values(now.tuning).filter((parameters) => Object.keys(parameters).length > 0);
    setText('models-count', `${now.models.length} of ${modelCount} chosen`);
    setText('judges-count', now.judges.length === 0 ? 'none' : `${now.judges.length} of at most 6`);
    setText('judging-count', judgingWords(now));
    setText('settings-count', settings.length === 0 ? 'as they are' : `${settings.length} set`);
    setText('tuning-count', tuned.length === 0 ? 'as it is' : `${tuned.length} tuned`);
    setText('schema-count', now.schema.trim() === '' ? 'free text' : 'JSON Schema');
  });
}

function judgingWords({ judgePrompt, weights, judgeUntil }: Draft): string {
  const set = [
    ...(judgePrompt.trim() === '' ? [] : ['criteria']),
    ...(areDefault(weights) ? [] : ['weights']),
    ...(judgeUntil === '' ? [] : ['stops early']),
  ];
  return set.length === 0 ? 'as it is' : set.join(', ');
}

function setText(id: string, text: string): void {
  byId(id, HTMLElement).textContent = text;
}
