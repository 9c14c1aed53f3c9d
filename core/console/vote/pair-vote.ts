import type { Result } from '../../generated/prompt-response.ts';
import type { VoteRequest } from '../../generated/vote-request.ts';
import { button, element } from '../shell/element.ts';
import { answerText, roomOfRun } from '../run/answer-text.ts';
import { textNodes } from '../run/text-nodes.ts';
import type { Pair } from './open-pairs.ts';

const MAX_TASK_CHARACTERS = 2_000;

interface PairVoteOptions {
  readonly task: string;
  readonly results: readonly Result[];
  readonly pairs: readonly Pair[];
  /** Keeps a vote. @throws where the gateway does not take it. */
  readonly put: (vote: VoteRequest) => Promise<unknown>;
  /** What the button is called that ends it early. */
  readonly leave: string;
  /** Called once, after the last pair or early. */
  readonly ended: () => void;
}

/** Has the reader choose between two answers at a time, without names and figures, until no pair is left. */
export function pairVote({ task, results, pairs, put, leave, ended }: PairVoteOptions): HTMLElement {
  const sides = element('div', { class: 'vote-sides' });
  const count = element('p', { class: 'hint', role: 'status' });
  const refused = element('p', { class: 'refused', role: 'alert' });
  let place = 0;
  const show = () => {
    const pair = pairs[place];
    if (pair === undefined) {
      ended();
      return;
    }
    back.disabled = place === 0;
    count.textContent = `Pair ${place + 1} of ${pairs.length}`;
    sides.replaceChildren(sideOf(results[pair.a], 'first'), sideOf(results[pair.b], 'second'));
  };
  const go = (steps: 1 | -1) => {
    place += steps;
    refused.textContent = '';
    show();
    node.scrollIntoView({ block: 'nearest' });
  };
  const choose = async (winner: VoteRequest['winner']) => {
    const pair = pairs[place];
    if (pair === undefined || choices.disabled) return;
    choices.disabled = true;
    const chosen = document.activeElement;
    try {
      await put({ ...pair, winner });
      go(1);
    } catch (error) {
      refused.textContent = `Not kept. ${error instanceof Error ? error.message : ''}`;
    }
    choices.disabled = false;
    if (chosen instanceof HTMLElement && document.activeElement === document.body) chosen.focus();
  };
  const back = button('Back', () => go(-1));
  const choices = element(
    'fieldset',
    { class: 'vote-choice', 'aria-label': 'Which answer is better?' },
    button('The first', () => void choose('a'), { kind: 'primary' }),
    button('Equally good', () => void choose('tie')),
    button('The second', () => void choose('b'), { kind: 'primary' }),
    button('Skip', () => go(1)),
    back,
    button(leave, ended),
  );
  const node = element(
    'section',
    { class: 'stack pair-vote', 'aria-label': 'Vote' },
    count,
    element(
      'pre',
      { class: 'long-text', tabindex: 0, role: 'region', 'aria-label': 'What was asked', dir: 'auto' },
      ...textNodes(task.slice(0, MAX_TASK_CHARACTERS)),
    ),
    sides,
    refused,
    choices,
  );
  show();
  return node;
}

function sideOf(result: Result | undefined, side: 'first' | 'second'): HTMLElement {
  if (result === undefined) return element('div');
  const { node } = answerText(result, `the ${side} answer`, roomOfRun());
  return element('article', { class: 'output panel', 'aria-label': `The ${side} answer` }, node);
}
