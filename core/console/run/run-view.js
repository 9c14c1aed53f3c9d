/** @import { Evaluation, PromptResponse, Result } from '../../generated/prompt-response.ts' */
import { announce } from '../frame/announce.js';
import { formatCredits } from '../client/figures.js';
import { legendOf } from '../client/verdicts.js';
import { copyButton } from '../frame/copy-text.js';
import { element } from '../frame/element.js';
import { consensusPanel } from './consensus-panel.js';
import { costLatencyPlot } from './plot.js';
import { createRunParts } from './run-parts.js';

/**
 * One run: what it is asked, how far it is, what came of it.
 * @typedef {object} RunView
 * @property {(elapsedMs: number) => void} tick
 * @property {(text: string, index: number) => void} delta
 * @property {(text: string, index: number) => void} reasoning
 * @property {(text: string, index: number) => void} replaced
 * @property {(result: Result, index: number) => void} result
 * @property {(evaluation: Evaluation) => void} evaluation
 * @property {(response: PromptResponse, json: string) => void} done
 * @property {(title: string, words: string) => void} stop It ends without an answer.
 */

/**
 * @typedef {object} RunFacts
 * @property {readonly string[]} models
 * @property {readonly string[]} judges
 * @property {boolean} retained Whether the gateway stores its texts.
 * @property {() => void} cancel
 */

/**
 * @param {HTMLElement} container What it replaces the content of.
 * @param {RunFacts} facts
 * @returns {RunView}
 */
export function createRunView(container, facts) {
  const { models, judges } = facts;
  const parts = createRunParts(facts);
  const { heading, state, figures, cards, verdicts, actions } = parts;
  const pairs = (judges.length * (models.length * (models.length - 1))) / 2;
  /** @type {Set<number>} */
  const shown = new Set();
  let judged = 0;
  let seconds = 0;
  const showProgress = () => {
    const judging = pairs === 0 ? '' : ` · ${judged} of ${pairs} pairs judged`;
    state.textContent = `${shown.size} of ${models.length} answered${judging} · ${seconds.toFixed(1)} s`;
  };
  const showResult = (/** @type {Result} */ result, /** @type {number} */ index) => {
    // A replayed answer comes without events, any other brings each result twice.
    if (shown.has(index)) return;
    shown.add(index);
    figures.result(index, result);
    cards[index]?.show(result);
  };
  showProgress();
  container.replaceChildren(parts.node);

  return {
    tick(elapsedMs) {
      seconds = elapsedMs / 1_000;
      figures.tick(elapsedMs);
      showProgress();
    },
    delta(text, index) {
      figures.writing(index);
      cards[index]?.delta(text);
    },
    reasoning(text, index) {
      figures.thinking(index);
      cards[index]?.reasoning(text);
    },
    replaced: (text, index) => cards[index]?.replaced(text),
    result(result, index) {
      showResult(result, index);
      showProgress();
      const outcome = result.status === 'completed' ? 'has answered' : 'failed';
      announce(`${result.modelId} ${outcome}, ${shown.size} of ${models.length}`);
    },
    evaluation(evaluation) {
      judged += 1;
      verdicts[evaluation.judge.index]?.add(evaluation);
      showProgress();
      if (judged === pairs) announce(`All ${pairs} pairs are judged`);
    },
    done(response, json) {
      for (const [index, result] of response.results.entries()) showResult(result, index);
      showComparison(parts, response);
      showSum(parts, response, seconds);
      actions.replaceChildren(copyButton(() => json, 'Copy JSON of the whole response', 'Copy JSON'));
    },
    stop(title, words) {
      heading.textContent = title;
      state.textContent = words;
      actions.replaceChildren();
      figures.stop('no answer');
      for (const card of cards) card.stop('No answer.');
    },
  };
}

/**
 * What can be told only of all results together.
 * @param {ReturnType<typeof createRunParts>} parts
 * @param {PromptResponse} response
 */
function showComparison({ figures, plot, consensus, verdicts, legend }, response) {
  const { results, evaluations } = response;
  for (const [index, verdict] of verdicts.entries())
    verdict.finish(evaluations.filter(({ judge }) => judge.index === index));
  const best = bestOf(response);
  figures.rank(response, best);
  const drawn = costLatencyPlot(results, best);
  if (drawn !== undefined) plot.replaceChildren(drawn);
  const models = results.map(({ modelId }) => modelId);
  consensus.replaceChildren(...consensusPanel(response, models));
  const meanings = legendOf(evaluations).map(([mark, meaning]) =>
    element('li', {}, element('b', { class: 'mark' }, mark), ` ${meaning}`),
  );
  legend.replaceChildren(...meanings);
}

/**
 * @param {ReturnType<typeof createRunParts>} parts
 * @param {PromptResponse} response
 * @param {number} seconds
 */
function showSum({ heading, state }, { results, creditsUsed, promptLogId }, seconds) {
  const answered = results.filter(({ status }) => status === 'completed').length;
  const used = `${formatCredits(creditsUsed)} credits`;
  heading.textContent = `${answered} of ${results.length} models answered`;
  state.replaceChildren(
    element('strong', {}, used),
    ` · ${seconds.toFixed(1)} s · request `,
    element('code', {}, promptLogId),
  );
  announce(`Done: ${answered} of ${results.length} models answered, ${used} used.`);
}

/**
 * The model that won most; undefined where several share that place, or nothing was judged.
 * @param {PromptResponse} response
 * @returns {number | undefined}
 */
function bestOf({ ranking = [] }) {
  const first = ranking.filter(({ rank, winRate }) => rank === 1 && winRate !== null);
  return first.length === 1 ? first[0]?.index : undefined;
}
