import type { Result } from '../../generated/prompt-response.ts';
import type { VoteRequest } from '../../generated/vote-request.ts';
import { button, element } from '../shell/element.ts';
import { answerText, createRenderBudget } from '../run/answer-text.ts';
import { textNodes } from '../run/text-nodes.ts';
import type { Pair } from './open-pairs.ts';

const MAX_TASK_CHARACTERS = 2_000;

interface PairVoteOptions {
  readonly task: string;
  readonly results: readonly Result[];
  readonly pairs: readonly Pair[];
  /** Stores a vote. @throws if the gateway refuses it. */
  readonly put: (vote: VoteRequest) => Promise<unknown>;
  /** Label of the button that ends the vote early. */
  readonly leaveLabel: string;
  /** Called once, when the vote ends. */
  readonly onEnd: () => void;
}

/** Asks the reader to choose between two answers at a time, without names and figures, until no pair is left. */
export function pairVote({ task, results, pairs, put, leaveLabel, onEnd }: PairVoteOptions): HTMLElement {
  const sides = element('div', { class: 'vote-sides' });
  const count = element('p', { class: 'hint', role: 'status' });
  const failure = element('p', { class: 'refused', role: 'alert' });
  let place = 0;
  const show = () => {
    const pair = pairs[place];
    if (pair === undefined) {
      onEnd();
      return;
    }
    back.disabled = place === 0;
    count.textContent = `Pair ${place + 1} of ${pairs.length}`;
    sides.replaceChildren(sideOf(results[pair.a], 'first'), sideOf(results[pair.b], 'second'));
  };
  const go = (steps: 1 | -1) => {
    place += steps;
    failure.textContent = '';
    show();
    node.scrollIntoView({ block: 'nearest' });
  };
  const choose = async (winner: VoteRequest['winner']) => {
    const pair = pairs[place];
    if (pair === undefined || choices.disabled) return;
    choices.disabled = true;
    const focused = document.activeElement;
    try {
      await put({ ...pair, winner });
      go(1);
    } catch (error) {
      failure.textContent = `Not kept. ${error instanceof Error ? error.message : ''}`;
    }
    choices.disabled = false;
    if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus();
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
    button(leaveLabel, onEnd),
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
    failure,
    choices,
  );
  show();
  return node;
}

function sideOf(result: Result | undefined, side: 'first' | 'second'): HTMLElement {
  if (result === undefined) return element('div');
  const { node } = answerText(result, `the ${side} answer`, createRenderBudget());
  return element('article', { class: 'output panel', 'aria-label': `The ${side} answer` }, node);
}
