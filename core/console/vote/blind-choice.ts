import type { Draft } from '../form/draft.ts';
import { byId } from '../shell/element.ts';
import type { Store } from '../shell/store.ts';

const NAME = 'assay-blind';
const UNFINISHED = 'assay-blind-run';

/**
 * The checkbox beside Send, which this browser remembers. It is shown for at least two answers that are stored.
 * @returns a function that says whether the reader wants to vote before names are shown.
 */
export function startBlindChoice(draft: Store<Draft>): () => boolean {
  const choice = byId('blind-choice', HTMLElement);
  const box = byId('blind', HTMLInputElement);
  box.checked = localStorage.getItem(NAME) === 'on';
  box.addEventListener('change', () => {
    if (box.checked) localStorage.setItem(NAME, 'on');
    else localStorage.removeItem(NAME);
  });
  draft.watch(({ models, zeroDataRetention }) => {
    choice.hidden = models.length < 2 || zeroDataRetention;
  });
  return () => box.checked && !choice.hidden;
}

/** The run of this tab whose names stay hidden, also after a reload, until the reader has voted on its last pair. */
export function rememberBlindRun(promptLogId: string): void {
  sessionStorage.setItem(UNFINISHED, promptLogId);
}

export function isBlindRun(promptLogId: string): boolean {
  return sessionStorage.getItem(UNFINISHED) === promptLogId;
}

export function forgetBlindRun(): void {
  sessionStorage.removeItem(UNFINISHED);
}
