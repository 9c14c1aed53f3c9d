import type { PromptResponse } from '../../generated/prompt-response.ts';
import { textOf } from '../../client/request-parts.ts';
import { announce } from '../frame/announce.ts';
import { element } from '../frame/element.ts';
import { saveFile } from '../frame/save-file.ts';
import { labelLines, openPairs } from './labels.ts';
import { openVoteDialog } from './vote-dialog.ts';
import { putVote, takeBackVote, votesOn, type Vote } from './votes.ts';
import { placeLetter } from '../run/place-letter.ts';

type Pair = Pick<Vote, 'a' | 'b'>;

const LABELS = 'application/jsonl';

interface VoteFacts {
  /** As far as it is known by now. */
  readonly request: () => Readonly<Record<string, unknown>> | undefined;
  /** Whether the gateway stores the run's texts. */
  readonly retained: boolean;
  /** Of every run that the reader has voted on in this browser. */
  readonly allLabels: () => Promise<string>;
}

/**
 * The reader's own, blind vote on the answers of a run, and labels made of it.
 * @returns nothing where there are no two answers.
 */
export function votePanel(
  response: PromptResponse,
  { request, retained, allLabels }: VoteFacts,
): readonly HTMLElement[] {
  const { promptLogId, results } = response;
  if (openPairs(results, [], Math.random).length === 0) return [];
  const summary = element('summary', {}, 'Your own vote');
  const body = element('div', { class: 'vote-body' });
  const show = () => {
    const votes = votesOn(promptLogId);
    const open = openPairs(results, votes, Math.random);
    const voteOn = (pairs: readonly Pair[]) =>
      openVoteDialog({
        task: textOf(request()?.['prompt']),
        results,
        pairs,
        voted: (given) => putVote(promptLogId, given, retained),
        closed() {
          show();
          summary.focus();
        },
      });
    const vote = button(votes.length === 0 ? 'Vote' : 'Continue voting', () => voteOn(open));
    vote.classList.add('primary');
    vote.disabled = open.length === 0;
    const items = votes.map((given) => {
      const words = voteWords(given, results);
      const change = button('Change', () => voteOn([turned(given)]));
      change.ariaLabel = `Change: ${words}`;
      const takeBack = button('Take back', () => {
        takeBackVote(promptLogId, given, retained);
        show();
        summary.focus();
        announce('The vote is taken back.');
      });
      takeBack.ariaLabel = `Take back: ${words}`;
      const agreement = element('span', { class: 'hint' }, agreementWords(given, response));
      return element('li', {}, element('span', {}, words, agreement), change, takeBack);
    });
    body.replaceChildren(
      element(
        'p',
        { class: 'hint' },
        'You see two answers at a time, without names and in random order. ',
        retained
          ? 'Your votes are kept in this browser only: another browser or a colleague does not see them.'
          : 'Your votes on this run end with the page, because nothing of it is stored.',
      ),
      element('ul', { class: 'vote-list' }, ...items),
      element(
        'p',
        { class: 'run-actions' },
        vote,
        ...(votes.length === 0 ? [] : labelButtons(response, request, allLabels)),
      ),
    );
  };
  show();
  return [element('details', { class: 'vote' }, summary, body)];
}

function labelButtons(
  { promptLogId, results }: PromptResponse,
  request: VoteFacts['request'],
  allLabels: VoteFacts['allLabels'],
): readonly HTMLButtonElement[] {
  const own = button('Labels of this run', () => {
    const lines = labelLines(request() ?? {}, results, votesOn(promptLogId));
    saveFile(`labels-${promptLogId}.jsonl`, LABELS, lines);
  });
  const all = button('All my labels', () => {
    all.disabled = true;
    allLabels()
      .then((lines) => saveFile('labels.jsonl', LABELS, lines))
      .catch((error) => {
        all.after(element('span', { class: 'refused', role: 'alert' }, String(error.message)));
      })
      .finally(() => {
        all.disabled = false;
      });
  });
  return [own, all];
}

/** The pair of a vote each way round by chance, so that a second look is as blind as it can be. */
function turned({ a, b }: Vote): Pair {
  return Math.random() < 0.5 ? { a, b } : { a: b, b: a };
}

function voteWords({ a, b, winner }: Vote, results: PromptResponse['results']): string {
  const nameOf = (place: number) => `${placeLetter(place)} ${results[place]?.modelId ?? ''}`;
  const [first, second] = winner === 'b' ? [b, a] : [a, b];
  const words = winner === 'tie' ? 'is as good as' : 'is better than';
  return `${nameOf(first)} ${words} ${nameOf(second)}`;
}

function agreementWords({ a, b, winner }: Vote, { consensus = [] }: PromptResponse): string {
  const pair = consensus.find(
    (one) => (one.a.index === a && one.b.index === b) || (one.a.index === b && one.b.index === a),
  );
  const judged = pair?.winner == null ? undefined : pair.winner === 'tie' ? 'tie' : pair[pair.winner].index;
  const own = winner === 'tie' ? 'tie' : winner === 'b' ? b : a;
  return judged === undefined
    ? ''
    : judged === own
      ? ' · the judges agree'
      : ' · the judges see it otherwise';
}

function button(words: string, act: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: 'quiet' }, words);
  made.addEventListener('click', act);
  return made;
}
