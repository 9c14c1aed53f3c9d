import type { Result } from '../../generated/prompt-response.ts';
import type { Vote } from './votes.ts';
import { element } from '../frame/element.ts';
import { answerText, roomOfRun } from '../run/answer-text.ts';
import { textNodes } from '../run/text-nodes.ts';

const MAX_TASK_CHARACTERS = 2_000;

interface VoteOptions {
  readonly task: string;
  readonly results: readonly Result[];
  readonly pairs: readonly { readonly a: number; readonly b: number }[];
  readonly voted: (vote: Vote) => void;
  readonly closed: () => void;
}

/** Has the reader choose between pairs of answers, without names and figures, until none is left. */
export function openVoteDialog({ task, results, pairs, voted, closed }: VoteOptions): void {
  const sides = element('div', { class: 'vote-sides' });
  const count = element('p', { class: 'hint', role: 'status' });
  const dialog = element('dialog', { class: 'vote-dialog', 'aria-labelledby': 'vote-title' });
  let place = 0;
  const next = () => {
    const pair = pairs[place];
    if (pair === undefined) {
      dialog.close();
      return;
    }
    back.disabled = place === 0;
    count.textContent = `Pair ${place + 1} of ${pairs.length}`;
    sides.replaceChildren(sideOf(results[pair.a], 'first'), sideOf(results[pair.b], 'second'));
    sides.scrollIntoView({ block: 'start' });
  };
  const choose = (winner: Vote['winner'] | undefined) => {
    const pair = pairs[place];
    if (pair !== undefined && winner !== undefined) voted({ ...pair, winner });
    place += 1;
    next();
  };
  const back = button('Back', 'quiet', () => {
    place -= 1;
    next();
  });
  const close = button('Close', 'quiet', () => dialog.close());
  dialog.append(
    element(
      'div',
      { class: 'block-head' },
      element('h2', { class: 'block-title', id: 'vote-title' }, 'Which answer is better?'),
      close,
    ),
    count,
    element(
      'pre',
      { class: 'vote-task', tabindex: 0, role: 'region', 'aria-label': 'What was asked', dir: 'auto' },
      ...textNodes(task.slice(0, MAX_TASK_CHARACTERS)),
    ),
    sides,
    element(
      'p',
      { class: 'vote-choice' },
      button('The first', 'primary', () => choose('a')),
      button('Equally good', 'quiet', () => choose('tie')),
      button('The second', 'primary', () => choose('b')),
      button('Skip', 'quiet', () => choose(undefined)),
      back,
    ),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    closed();
  });
  document.body.append(dialog);
  next();
  dialog.showModal();
}

function sideOf(result: Result | undefined, side: 'first' | 'second'): HTMLElement {
  if (result === undefined) return element('div');
  const { node } = answerText(result, `the ${side} answer`, roomOfRun());
  return element('article', { class: 'output', 'aria-label': `The ${side} answer` }, node);
}

function button(words: string, kind: string, act: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: kind }, words);
  made.addEventListener('click', act);
  return made;
}
