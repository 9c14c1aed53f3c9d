import type { Evaluation, PromptResponse, Result } from '../../generated/prompt-response.ts';
import { announce } from '../frame/announce.ts';
import { formatCredits } from '../../client/figures.ts';
import { judgingWords } from '../../client/judging-words.ts';
import { judgingCredits } from '../../board/judging-credits.ts';
import { legendOf } from '../../client/verdicts.ts';
import { comparePanel } from '../compare/compare-panel.ts';
import { sortControls } from '../compare/sort-answers.ts';
import { copyButton } from '../frame/copy-text.ts';
import { addressOf } from '../history/address.ts';
import { element } from '../frame/element.ts';
import { timeWords, utcWords } from '../frame/time-words.ts';
import { consensusPanel } from './consensus-panel.ts';
import { costLatencyPlot } from './plot.ts';
import { questionNodes } from './question.ts';
import { exportButton } from '../share/share-dialog.ts';
import { votePanel } from '../vote/vote-panel.ts';
import { createRunParts, type RunFacts } from './run-parts.ts';

/** One run: what it is asked, how far it is, what came of it. */
export interface RunView {
  readonly tick: (elapsedMs: number) => void;
  readonly delta: (text: string, index: number) => void;
  readonly reasoning: (text: string, index: number) => void;
  readonly replaced: (text: string, index: number) => void;
  readonly result: (result: Result, index: number) => void;
  readonly evaluation: (evaluation: Evaluation) => void;
  readonly done: (response: PromptResponse, json: string) => void;
  /** It ends without an answer. */
  readonly stop: (title: string, words: string) => void;
  /** What it waits for; empty where it goes on. */
  readonly waiting: (words: string) => void;
  /** What was shown is told again. */
  readonly anew: () => void;
  /** What was asked is known. */
  readonly asked: (request: Readonly<Record<string, unknown>>) => void;
}

/** @param container what it replaces the content of. */
export function createRunView(container: HTMLElement, facts: RunFacts): RunView {
  const { models, judges } = facts;
  const parts = createRunParts(facts);
  const { heading, state, figures, cards, verdicts, actions } = parts;
  const pairs = (judges.length * (models.length * (models.length - 1))) / 2;
  const shown = new Set<number>();
  const judged = new Set<string>();
  let seconds = 0;
  let waitsFor = '';
  const showProgress = () => {
    const judging = pairs === 0 ? '' : ` · ${judged.size} of ${pairs} pairs judged`;
    const waiting = waitsFor === '' ? '' : ` · ${waitsFor} …`;
    state.textContent = `${shown.size} of ${models.length} answered${judging} · ${seconds.toFixed(1)} s${waiting}`;
  };
  const showResult = (result: Result, index: number) => {
    // A replayed answer comes without events, any other brings each result twice.
    if (shown.has(index)) return;
    shown.add(index);
    figures.result(index, result);
    cards[index]?.show(result);
  };
  let known = facts.request;
  const asked = (request: Readonly<Record<string, unknown>>) => {
    known = request;
    parts.question.replaceChildren(...questionNodes(request));
    // A comparison of given answers asks no model.
    if (request['answers'] !== undefined) return;
    const again = element('button', { type: 'button', class: 'quiet' }, 'Ask again');
    again.addEventListener('click', () => facts.askAgain(request));
    parts.again.replaceChildren(again);
  };
  if (facts.request !== undefined) asked(facts.request);
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
      const isNew = !shown.has(index);
      showResult(result, index);
      showProgress();
      if (!isNew) return;
      const outcome = result.status === 'completed' ? 'has answered' : 'failed';
      announce(`${result.modelId} ${outcome}, ${shown.size} of ${models.length}`);
    },
    evaluation(evaluation) {
      const { judge, a, b } = evaluation;
      const pair = `${judge.index} ${a.index} ${b.index}`;
      if (judged.has(pair)) return;
      judged.add(pair);
      verdicts[judge.index]?.add(evaluation);
      showProgress();
      if (judged.size === pairs) announce(`All ${pairs} pairs are judged`);
    },
    done(response, json) {
      for (const [index, result] of response.results.entries()) {
        showResult(result, index);
        cards[index]?.offer(() => {
          if (known !== undefined) facts.answerOn(known, result.output);
        });
      }
      showComparison(parts, response);
      showSum(parts, response, { seconds, createdAt: facts.createdAt });
      showReading(parts, response);
      showUses(parts, { response, json, facts, request: () => known });
    },
    stop(title, words) {
      heading.textContent = title;
      state.textContent = words;
      actions.replaceChildren();
      figures.stop('no answer');
      for (const card of cards) card.stop('No answer.');
    },
    waiting(words) {
      waitsFor = words;
      showProgress();
    },
    anew() {
      for (const [index, card] of cards.entries()) if (!shown.has(index)) card.replaced('');
    },
    asked,
  };
}

/** What the reader can do with a run that has ended. */
function showUses(
  { actions, again, besides }: ReturnType<typeof createRunParts>,
  {
    response,
    json,
    facts,
    request,
  }: {
    readonly response: PromptResponse;
    readonly json: string;
    readonly facts: RunFacts;
    readonly request: () => RunFacts['request'];
  },
): void {
  const { retained, voting, createdAt } = facts;
  besides.append(...votePanel(response, { request, voting }));
  actions.replaceChildren(
    again,
    ...(retained
      ? [copyButton(() => addressOf(response.promptLogId), 'Copy link to this run', 'Copy link')]
      : []),
    copyButton(() => json, 'Copy JSON of the whole response', 'Copy JSON'),
    exportButton(() => ({ request: request() ?? {}, response, createdAt })),
  );
}

/** What can be told only of all results together. */
function showComparison(
  { figures, plot, consensus, verdicts, legend }: ReturnType<typeof createRunParts>,
  response: PromptResponse,
): void {
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

/** In what order the answers are, and what two of them differ in. */
function showReading(
  { figures, outputs, cards, orders, besides }: ReturnType<typeof createRunParts>,
  response: PromptResponse,
): void {
  sortControls(response, [orders.figures, orders.answers], (places) => {
    figures.sort(places);
    outputs.append(...places.flatMap((place) => cards[place]?.node ?? []));
  });
  besides.replaceChildren(...comparePanel(response.results));
}

function showSum(
  { heading, state }: ReturnType<typeof createRunParts>,
  response: PromptResponse,
  { seconds, createdAt }: { readonly seconds: number; readonly createdAt: string },
): void {
  const { results, creditsUsed, promptLogId, evaluations, ranking = [] } = response;
  const answered = results.filter(({ status }) => status === 'completed').length;
  const used = `${formatCredits(creditsUsed)} credits`;
  const judging = judgingWords(response);
  // Of one answer there is nothing to judge.
  const isUnjudged =
    evaluations.length > 0 && answered > 1 && ranking.every(({ winRate }) => winRate === null);
  const sum = `${answered} of ${results.length} models answered${isUnjudged ? ', and no judge gave a verdict' : ''}`;
  heading.textContent = sum;
  state.replaceChildren(
    element('strong', {}, used),
    evaluations.length === 0 ? '' : `, ${formatCredits(judgingCredits(response))} of them for judging`,
    ...(judging === '' ? [] : [` · ${judging}`]),
    ` · ${seconds.toFixed(1)} s · `,
    element('time', { datetime: createdAt, title: utcWords(createdAt) }, timeWords(createdAt)),
    ' · run ',
    element('code', {}, promptLogId),
  );
  announce(`Done: ${sum}, ${used} used.`);
}

/** The model that won most; undefined where several share that place, or nothing was judged. */
function bestOf({ ranking = [] }: PromptResponse): number | undefined {
  const first = ranking.filter(({ rank, winRate }) => rank === 1 && winRate !== null);
  return first.length === 1 ? first[0]?.index : undefined;
}
