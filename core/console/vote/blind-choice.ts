import type { Draft } from '../form/draft.ts';
import { byId } from '../shell/element.ts';
import type { Store } from '../shell/store.ts';

const NAME = 'assay-blind';
const UNFINISHED = 'assay-blind-run';

/**
 * The choice beside Send, which this browser remembers. It is there for two answers or more that are stored.
 * @returns whether the reader wants to vote before names are shown.
 */
export function startBlindChoice(draft: Store<Draft>): () => boolean {
  const choice = byId('blind-choice', HTMLElement);
  const box = byId('blind', HTMLInputElement);
  box.checked = localStorage.getItem(NAME) === 'on';
  box.addEventListener('change', () => {
    if (box.checked) localStorage.setItem(NAME, 'on');
    else localStorage.removeItem(NAME);
  });
  const show = ({ models, zeroDataRetention }: Draft) => {
    choice.hidden = models.length < 2 || zeroDataRetention;
  };
  draft.subscribe(show);
  show(draft.get());
  return () => box.checked && !choice.hidden;
}

/** The run of this tab whose names stay hidden, also after a reload, until its last pair is voted on. */
export function rememberBlindRun(promptLogId: string): void {
  sessionStorage.setItem(UNFINISHED, promptLogId);
}

export function isBlindRun(promptLogId: string): boolean {
  return sessionStorage.getItem(UNFINISHED) === promptLogId;
}

export function forgetBlindRun(): void {
  sessionStorage.removeItem(UNFINISHED);
}
