/** @import { PromptResponse } from '../../generated/prompt-response.ts' */
/** @import { Vote } from './votes.js' */
import { textOf } from '../client/request-parts.js';
import { element } from '../frame/element.js';
import { saveFile } from '../frame/save-file.js';
import { labelLines, openPairs } from './labels.js';
import { openVoteDialog } from './vote-dialog.js';
import { addVote, votesOn } from './votes.js';

const LABELS = 'application/jsonl';

/**
 * @typedef {object} VoteFacts
 * @property {() => Readonly<Record<string, unknown>> | undefined} request As far as it is known by now.
 * @property {boolean} retained Whether the gateway stores the run's texts.
 * @property {() => Promise<string>} allLabels Of every run that the reader has voted on in this browser.
 */

/**
 * The reader's own, blind vote on the answers of a run, and labels made of it.
 * @param {PromptResponse} response
 * @param {VoteFacts} facts
 * @returns {readonly HTMLElement[]} Nothing where there are no two answers.
 */
export function votePanel(response, { request, retained, allLabels }) {
  const { promptLogId, results } = response;
  if (openPairs(results, [], Math.random).length === 0) return [];
  const body = element('div', { class: 'vote-body' });
  const show = () => {
    const votes = votesOn(promptLogId);
    const open = openPairs(results, votes, Math.random);
    const vote = button(votes.length === 0 ? 'Vote' : 'Vote on', () =>
      openVoteDialog({
        task: textOf(request()?.['prompt']),
        results,
        pairs: open,
        voted: (given) => addVote(promptLogId, given, retained),
        closed: show,
      }),
    );
    vote.classList.add('primary');
    vote.disabled = open.length === 0;
    body.replaceChildren(
      element(
        'p',
        { class: 'hint' },
        'You see two answers at a time, without names and in random order. Your votes stay in this browser.',
      ),
      element('ul', { class: 'vote-list' }, ...votes.map((given) => voteItem(given, response))),
      element(
        'p',
        { class: 'run-actions' },
        vote,
        ...(votes.length === 0 ? [] : labelButtons(response, request, allLabels)),
      ),
    );
  };
  show();
  return [element('details', { class: 'vote' }, element('summary', {}, 'Your own vote'), body)];
}

/**
 * @param {PromptResponse} response
 * @param {VoteFacts['request']} request
 * @param {VoteFacts['allLabels']} allLabels
 */
function labelButtons({ promptLogId, results }, request, allLabels) {
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

/**
 * @param {Vote} vote
 * @param {PromptResponse} response
 */
function voteItem({ a, b, winner }, { results, consensus = [] }) {
  const nameOf = (/** @type {number} */ place) => `${place + 1} ${results[place]?.modelId ?? ''}`;
  const [first, second] = winner === 'b' ? [b, a] : [a, b];
  const words = winner === 'tie' ? 'is as good as' : 'is better than';
  const pair = consensus.find(
    (one) => (one.a.index === a && one.b.index === b) || (one.a.index === b && one.b.index === a),
  );
  const judged = pair?.winner == null ? undefined : pair.winner === 'tie' ? 'tie' : pair[pair.winner].index;
  const own = winner === 'tie' ? 'tie' : first;
  const agreement =
    judged === undefined ? '' : judged === own ? ' · the judges agree' : ' · the judges see it otherwise';
  return element(
    'li',
    {},
    `${nameOf(first)} ${words} ${nameOf(second)}`,
    element('span', { class: 'hint' }, agreement),
  );
}

/**
 * @param {string} words
 * @param {() => void} act
 */
function button(words, act) {
  const made = element('button', { type: 'button', class: 'quiet' }, words);
  made.addEventListener('click', act);
  return made;
}
