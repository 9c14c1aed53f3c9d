import type { Draft } from '../form/draft.ts';
import { byId } from '../shell/element.ts';
import type { Store } from '../shell/store.ts';
import { questionNodes } from './question.ts';

/** Has the line above a run fold the form away and bring it back, as a file does that is dropped on a run. */
export function startFormFold(draft: Store<Draft>): void {
  draft.subscribe(({ files }, before) => {
    if (files.length > before.files.length) show(false);
  });
  byId('fold', HTMLButtonElement).addEventListener('click', () => {
    if (isFolded()) unfoldForm();
    else show(true);
  });
}

/**
 * The form makes room for a run, whose line is above it from now on.
 * @param request what was asked, where that is known.
 * @param name of the run, if it has one.
 */
export function foldForm(request: Parameters<typeof questionNodes>[0] | undefined, name?: string): void {
  byId('question', HTMLElement).replaceChildren();
  if (request !== undefined) showQuestion(request, name);
  byId('asked', HTMLElement).hidden = false;
  show(true);
  byId('results', HTMLElement).focus({ preventScroll: true });
}

/** Shows what was asked in the line above the run. */
export function showQuestion(request: Parameters<typeof questionNodes>[0], name: string | undefined): void {
  byId('question', HTMLElement).replaceChildren(...questionNodes(request, name));
}

/** Brings the form back, with the reader at its prompt. */
export function unfoldForm(): void {
  show(false);
  byId('prompt', HTMLTextAreaElement).focus();
}

/** There is no run to read. */
export function endRun(): void {
  byId('asked', HTMLElement).hidden = true;
  show(false);
}

function isFolded(): boolean {
  return byId('workspace', HTMLElement).classList.contains('is-folded');
}

function show(folded: boolean): void {
  byId('workspace', HTMLElement).classList.toggle('is-folded', folded);
  const button = byId('fold', HTMLButtonElement);
  button.textContent = folded ? 'Show the form' : 'Hide the form';
  button.ariaExpanded = String(!folded);
}
