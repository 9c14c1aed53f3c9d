import type { Draft } from './draft.ts';
import type { Store } from '../shell/store.ts';
import { byId } from '../shell/element.ts';
import { nameWords } from '../../client/plain-words.ts';

/**
 * Replaces the draft in the form. The reader can restore the old one, and sees which fields of an earlier request are sent
 * without being in the form, and which are missing.
 * @param notes sentences about parts of the earlier request that the draft lacks.
 */
export type ReplaceDraft = (next: Partial<Draft>, notes?: readonly string[]) => void;

export function startReplaceDraft(draft: Store<Draft>): ReplaceDraft {
  const place = byId('replacement', HTMLElement);
  const words = byId('replacement-words', HTMLElement);
  const drop = byId('replacement-drop', HTMLButtonElement);
  const undo = byId('replacement-undo', HTMLButtonElement);
  let notes: readonly string[] = [];
  let replaced: Draft | undefined;
  const show = () => {
    const names = Object.keys(draft.get().extra);
    const undoable = replaced === undefined ? [] : ['This replaced what you had written.'];
    const sent =
      names.length === 0
        ? []
        : [
            `Also sent, as in the earlier request: ${names.map((name) => nameWords(name).toLowerCase()).join(', ')}.`,
          ];
    words.textContent = [...undoable, ...sent, ...notes].join(' ');
    place.hidden = words.textContent === '';
    undo.hidden = replaced === undefined;
    drop.textContent = names.length === 0 ? 'Close' : 'Leave that out';
  };
  const settle = (change: Partial<Draft>) => {
    replaced = undefined;
    notes = [];
    draft.change(change);
    show();
    byId('prompt', HTMLTextAreaElement).focus();
  };
  drop.addEventListener('click', () => settle({ extra: {} }));
  undo.addEventListener('click', () => {
    // Zero data retention may have been turned on since.
    const { zeroDataRetention } = draft.get();
    settle({ ...replaced, ...(zeroDataRetention && { zeroDataRetention }) });
  });
  draft.subscribe((now, before) => {
    if (now.extra !== before.extra) show();
  });
  show();
  return (next, nextNotes = []) => {
    const before = draft.get();
    draft.change(next);
    replaced = isWritten(before) && before.prompt !== draft.get().prompt ? before : undefined;
    notes = nextNotes;
    show();
  };
}

/** Whether the draft has texts that its writer would miss. */
function isWritten({ prompt, judgePrompt, system, schema }: Draft): boolean {
  return [prompt, judgePrompt, system, schema].some((text) => text.trim() !== '');
}
