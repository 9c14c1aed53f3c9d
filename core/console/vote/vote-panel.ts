import type { PromptResponse } from '../../generated/prompt-response.ts';
import type { Vote } from '../../generated/votes-response.ts';
import { labelLines } from '../../client/labels.ts';
import { textOf } from '../../client/request-parts.ts';
import { isSamePair, winnerOf } from '../../client/verdicts.ts';
import { announce } from '../shell/announce.ts';
import { button, element } from '../shell/element.ts';
import { saveFile } from '../shell/save-file.ts';
import { placeLetter } from '../run/place-letter.ts';
import type { RunWithLateRequest } from '../run/run-parts.ts';
import { shufflePair, openPairs, type Pair } from './open-pairs.ts';
import { pairVote } from './pair-vote.ts';
import type { Voting } from './voting.ts';

const LABELS = 'application/jsonl';

/**
 * The reader's blind votes on the answers of a run, and their labels.
 * @returns an empty list if there are no two answers or the run is not stored.
 */
export function votePanel(
  response: PromptResponse,
  { request, voting }: Pick<RunWithLateRequest, 'request' | 'voting'>,
): readonly HTMLElement[] {
  const { promptLogId, results } = response;
  if (voting === undefined || openPairs(results, [], Math.random).length === 0) return [];
  const summary = element('summary', {}, 'Your own vote');
  const body = element('div', { class: 'stack vote-body' });
  const show = () => {
    const votes = voting.votes();
    const open = openPairs(results, votes, Math.random);
    const voteOn = (pairs: readonly Pair[]) => {
      const put = (choice: Parameters<Voting['put']>[1]) => voting.put(promptLogId, choice);
      const task = textOf(request()?.['prompt']);
      body.replaceChildren(pairVote({ task, results, pairs, put, leaveLabel: 'Close', onEnd }));
      body.querySelector('button')?.focus();
    };
    const startVote = button(votes.length === 0 ? 'Vote' : 'Continue voting', () => voteOn(open), {
      kind: 'primary',
    });
    const state = element('p', { class: 'refused', role: 'alert' });
    const items = votes.map((vote) => {
      const words = voteWords(vote, results);
      const change = button('Change', () => voteOn([shufflePair(vote, Math.random)]), {
        label: `Change: ${words}`,
      });
      const forget = () =>
        voting.put(promptLogId, { ...vote, winner: null }).then(
          () => {
            onEnd();
            announce('The vote is taken back.');
          },
          (error) => (state.textContent = String(error.message)),
        );
      const takeBack = button('Take back', () => void forget(), { label: `Take back: ${words}` });
      const agreement = element('span', { class: 'hint' }, agreementWords(vote, response));
      return element('li', { class: 'row' }, element('span', {}, words, agreement), change, takeBack);
    });
    const labels = () => labelLines({ request: request() ?? null, response, votes: [...voting.votes()] });
    body.replaceChildren(
      element(
        'p',
        { class: 'hint' },
        'You see two answers at a time, without names and in random order. The votes are those of your account, and are deleted with the run.',
      ),
      element('ul', { class: 'vote-list' }, ...items),
      state,
      element(
        'p',
        { class: 'row' },
        ...(open.length === 0 ? [] : [startVote]),
        ...(votes.length === 0
          ? []
          : [
              button('Labels of this run', () => saveFile(`labels-${promptLogId}.jsonl`, LABELS, labels())),
              button('All labels', () => {
                voting.allLabels().then(
                  (lines) => saveFile('labels.jsonl', LABELS, lines),
                  (error) => (state.textContent = String(error.message)),
                );
              }),
            ]),
      ),
    );
  };
  const onEnd = () => {
    show();
    summary.focus();
  };
  show();
  return [element('details', { class: 'vote panel' }, summary, body)];
}

function voteWords({ a, b, winner }: Vote, results: PromptResponse['results']): string {
  const nameOf = (place: number) => `${placeLetter(place)} ${results[place]?.modelId ?? ''}`;
  const [first, second] = winner === 'b' ? [b, a] : [a, b];
  const words = winner === 'tie' ? 'is as good as' : 'is better than';
  return `${nameOf(first)} ${words} ${nameOf(second)}`;
}

function agreementWords({ a, b, winner }: Vote, { consensus = [] }: PromptResponse): string {
  const pair = consensus.find((one) => isSamePair(one, { a: { index: a }, b: { index: b } }));
  if (pair?.winner == null) return '';
  const better = winner === 'tie' ? undefined : winner === 'b' ? b : a;
  return winnerOf(pair)?.index === better ? ' · agrees with the verdict' : ' · differs from the verdict';
}
