import type { Draft } from './draft.ts';
import type { Store } from '../shell/store.ts';
import { byId } from '../shell/element.ts';
import { nameWords } from '../../client/plain-words.ts';

/**
 * Puts a whole draft into the form in place of another, which can be brought back. It says what of an earlier request the
 * form does not show: fields that are sent along, and what is missing.
 * @param notes what could not be taken over.
 */
export type ReplaceDraft = (next: Partial<Draft>, notes?: readonly string[]) => void;

export function startTakenNotes(draft: Store<Draft>): ReplaceDraft {
  const place = byId('taken', HTMLElement);
  const words = byId('taken-words', HTMLElement);
  const drop = byId('taken-drop', HTMLButtonElement);
  const undo = byId('taken-undo', HTMLButtonElement);
  let notes: readonly string[] = [];
  let replaced: Draft | undefined;
  const show = () => {
    const names = Object.keys(draft.get().extra);
    const lost = replaced === undefined ? [] : ['This stands in place of what you had written.'];
    const sent =
      names.length === 0
        ? []
        : [
            `Also sent, as in the earlier request: ${names.map((name) => nameWords(name).toLowerCase()).join(', ')}.`,
          ];
    words.textContent = [...lost, ...sent, ...notes].join(' ');
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
  return (next, given = []) => {
    const before = draft.get();
    draft.change(next);
    replaced = isWritten(before) && before.prompt !== draft.get().prompt ? before : undefined;
    notes = given;
    show();
  };
}

/** Whether somebody would miss it. */
function isWritten({ prompt, judgePrompt, system, schema }: Draft): boolean {
  return [prompt, judgePrompt, system, schema].some((text) => text.trim() !== '');
}
