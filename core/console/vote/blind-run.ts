import type { Result } from '../../generated/prompt-response.ts';
import { textOf } from '../../client/request-parts.ts';
import { announce } from '../shell/announce.ts';
import { element } from '../shell/element.ts';
import type { RunFacts } from '../run/run-parts.ts';
import { createRunView, type RunView } from '../run/run-view.ts';
import { forgetBlindRun } from './blind-choice.ts';
import { openPairs } from './open-pairs.ts';
import { pairVote } from './pair-vote.ts';

/**
 * A run whose names, figures and verdicts nobody sees before each pair of its answers is voted on, or the reader has had
 * enough. Then it is shown as any other.
 * @param container what it replaces the content of.
 */
export function createBlindRun(container: HTMLElement, facts: RunFacts): RunView {
  const { models, judges, voting } = facts;
  const heading = element('h2', {}, 'Vote before names');
  const state = element('p', { class: 'run-facts', role: 'status' });
  const place = element('div', { class: 'slot' });
  const head = element('header', { class: 'run-head' }, heading, state);
  container.replaceChildren(element('div', { class: 'stack run' }, head, place));
  const answered = new Set<number>();
  const failed = new Set<number>();
  let shown: RunView | undefined;
  let elapsedMs = 0;
  let { request, held } = facts;
  const showState = (words: string) => {
    const failures = failed.size === 0 ? '' : `, ${failed.size} failed`;
    state.textContent = `${answered.size} of ${models.length} models answered${failures}${words === '' ? '' : ` · ${words}`}`;
  };
  const note = ({ status }: Result, index: number) => (status === 'completed' ? answered : failed).add(index);
  const reveal = (): RunView => {
    forgetBlindRun();
    shown ??= createRunView(container, { ...facts, request, held });
    shown.tick(elapsedMs);
    return shown;
  };
  const waiting = (words: string) => (shown === undefined ? showState(words) : shown.waiting(words));
  showState('');
  return {
    tick(now) {
      elapsedMs = now;
      shown?.tick(now);
    },
    evaluation() {},
    started(_promptLogId, creditsHeld) {
      held = creditsHeld;
    },
    restarted() {},
    interrupted: () => waiting('Connection lost; trying again'),
    resumed: () => waiting(''),
    waiting,
    result(result, index) {
      note(result, index);
      const isComparing = answered.size + failed.size === models.length && judges.length > 0;
      showState(isComparing ? 'judging …' : '');
    },
    done(response) {
      const { promptLogId, results } = response;
      // A replayed answer comes without events.
      for (const [index, result] of results.slice(0, models.length).entries()) note(result, index);
      const pairs = openPairs(results, voting?.votes() ?? [], Math.random);
      if (pairs.length === 0 || voting === undefined) {
        reveal().done(response);
        return;
      }
      const ended = () => {
        reveal().done(response);
        container.querySelector('details.vote')?.toggleAttribute('open', voting.votes().length > 0);
      };
      showState('which is better? Names, figures and verdicts come after the last pair.');
      announce('Vote on the answers');
      const task = textOf(request?.['prompt']);
      const put = (vote: Parameters<typeof voting.put>[1]) => voting.put(promptLogId, vote);
      place.replaceChildren(pairVote({ task, results, pairs, put, leave: 'Show names', ended }));
      // The answers are longer than what stood here while they were written.
      container.scrollIntoView({ block: 'start' });
    },
    stop: (title, words) => reveal().stop(title, words),
    asked(known) {
      request = known;
      shown?.asked(known);
    },
  };
}
