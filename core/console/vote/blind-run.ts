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
 * Hides names, figures and verdicts of a run until the reader has voted on each pair of answers or leaves the vote. Then
 * the run is shown like any other.
 * @param container its content is replaced.
 */
export function createBlindRun(container: HTMLElement, facts: RunFacts): RunView {
  const { models, judges, voting } = facts;
  const heading = element('h2', {}, 'Vote before names');
  const state = element('p', { class: 'run-facts', role: 'status' });
  const voteSlot = element('div', { class: 'slot' });
  const head = element('header', { class: 'run-head' }, heading, state);
  container.replaceChildren(element('div', { class: 'stack run' }, head, voteSlot));
  const answered = new Set<number>();
  const failed = new Set<number>();
  let view: RunView | undefined;
  let elapsedMs = 0;
  let { request, creditsHeld } = facts;
  const showState = (words: string) => {
    const failures = failed.size === 0 ? '' : `, ${failed.size} failed`;
    state.textContent = `${answered.size} of ${models.length} models answered${failures}${words === '' ? '' : ` · ${words}`}`;
  };
  const note = ({ status }: Result, index: number) => (status === 'completed' ? answered : failed).add(index);
  const reveal = (): RunView => {
    forgetBlindRun();
    view ??= createRunView(container, { ...facts, request, creditsHeld });
    view.tick(elapsedMs);
    return view;
  };
  const showWaiting = (words: string) => (view === undefined ? showState(words) : view.showWaiting(words));
  showState('');
  return {
    tick(now) {
      elapsedMs = now;
      view?.tick(now);
    },
    evaluation() {},
    started(_promptLogId, credits) {
      creditsHeld = credits;
    },
    restarted() {},
    interrupted: () => showWaiting('Connection lost; trying again'),
    resumed: () => showWaiting(''),
    showWaiting,
    result(result, index) {
      note(result, index);
      const isComparing = answered.size + failed.size === models.length && judges.length > 0;
      showState(isComparing ? 'judging …' : '');
    },
    done(response) {
      const { promptLogId, results } = response;
      // A replayed answer has no events.
      for (const [index, result] of results.slice(0, models.length).entries()) note(result, index);
      const pairs = openPairs(results, voting?.votes() ?? [], Math.random);
      if (pairs.length === 0 || voting === undefined) {
        reveal().done(response);
        return;
      }
      const onEnd = () => {
        reveal().done(response);
        container.querySelector('details.vote')?.toggleAttribute('open', voting.votes().length > 0);
      };
      showState('which is better? Names, figures and verdicts come after the last pair.');
      announce('Vote on the answers');
      const task = textOf(request?.['prompt']);
      const put = (vote: Parameters<typeof voting.put>[1]) => voting.put(promptLogId, vote);
      voteSlot.replaceChildren(pairVote({ task, results, pairs, put, leaveLabel: 'Show names', onEnd }));
      // The answers are longer than the progress they replace.
      container.scrollIntoView({ block: 'start' });
    },
    stop: (title, words) => reveal().stop(title, words),
    setRequest(body) {
      request = body;
      view?.setRequest(body);
    },
  };
}
