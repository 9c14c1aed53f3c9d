import type { Draft } from '../form/draft.ts';
import type { RequestBody } from '../../client/request-parts.ts';
import { byId } from '../shell/element.ts';
import type { Store } from '../shell/store.ts';
import { questionNode } from './question.ts';

/** Connects the button that hides and shows the form. A file that is dropped on a run shows it, too. */
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
 * Hides the form and shows the line with the question above a run.
 * @param request undefined if it is not known yet.
 * @param name of the run, if it has one.
 */
export function foldForm(request: RequestBody | undefined, name?: string): void {
  byId('question', HTMLElement).replaceChildren();
  if (request !== undefined) showQuestion(request, name);
  byId('question-bar', HTMLElement).hidden = false;
  show(true);
  byId('results', HTMLElement).focus({ preventScroll: true });
}

/** Shows the question in the line above the run. */
export function showQuestion(request: RequestBody, name: string | undefined): void {
  byId('question', HTMLElement).replaceChildren(questionNode(request, name));
}

/** Shows the form and focuses its prompt. */
export function unfoldForm(): void {
  show(false);
  byId('prompt', HTMLTextAreaElement).focus();
}

/** Shows the form without a run. */
export function showFormAlone(): void {
  byId('question-bar', HTMLElement).hidden = true;
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
