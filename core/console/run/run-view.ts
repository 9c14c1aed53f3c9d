import type { PromptResponse, Result } from '../../generated/prompt-response.ts';
import type { Progress } from '../../client/ask-gateway.ts';
import type { FollowProgress } from '../../client/follow-run.ts';
import { formatCount, formatSeconds, formatShare } from '../../client/figures.ts';
import type { RequestBody } from '../../client/request-parts.ts';
import { answeredWords, headlineOf } from '../../client/run-headline.ts';
import { judgingWords } from '../../client/judging-words.ts';
import { announce } from '../shell/announce.ts';
import { copyButton } from '../shell/copy-text.ts';
import { button, element, treeNode } from '../shell/element.ts';
import { timeWords, utcWords } from '../shell/time-words.ts';
import { addressOf } from '../history/address.ts';
import { exportButton } from '../share/share-dialog.ts';
import { votePanel } from '../vote/vote-panel.ts';
import { runFigures } from './figures-table.ts';
import type { OutputCard } from './output-card.ts';
import { readingControls } from './reading-controls.ts';
import { createRunParts, type RunFacts, type RunWithLateRequest } from './run-parts.ts';
import { runPlot } from './run-plot.ts';
import { runPrice } from './run-price.ts';
import { offerSecondTry } from './second-try.ts';

/** Shows one run: its progress and its outcome. */
export interface RunView extends FollowProgress {
  readonly tick: (elapsedMs: number) => void;
  readonly done: (response: PromptResponse) => void;
  /** Shows that the run ended without an answer. */
  readonly stop: (title: string, words: string) => void;
  /** Shows the reason why the run waits; an empty text if it no longer waits. */
  readonly showWaiting: (words: string) => void;
  readonly setRequest: (request: RequestBody) => void;
}

/** @param container its content is replaced. */
export function createRunView(container: HTMLElement, facts: RunFacts): RunView {
  const { models, judges } = facts;
  const parts = createRunParts(facts);
  const { heading, state, cards, verdicts, actions } = parts;
  const pairs = (judges.length * (models.length * (models.length - 1))) / 2;
  const shownResults = new Set<number>();
  const judgedPairs = new Set<string>();
  let elapsedMs = 0;
  let waitReason = '';
  let best = '';
  let { creditsHeld, request } = facts;
  const showProgress = () => {
    heading.textContent = `${shownResults.size} of ${models.length} answered`;
    const judging = pairs === 0 ? '' : `${judgedPairs.size} of ${formatCount(pairs, 'pair')} judged`;
    const words = [best === '' ? judging : best, `${(elapsedMs / 1_000).toFixed(1)} s`, waitReason];
    state.textContent = words.filter((word) => word !== '').join(' · ');
  };
  const showResult = (result: Result, index: number) => {
    // A replayed answer has no events; any other contains each result a second time.
    if (shownResults.has(index)) return;
    shownResults.add(index);
    cards[index]?.show(result);
  };
  const setRequest = (body: RequestBody) => {
    request = body;
    // The form has no field for answers to compare.
    if (body['answers'] !== undefined) return;
    parts.editSlot.replaceChildren(button('Edit request', () => facts.editRequest(body)));
  };
  const showWaiting = (words: string) => {
    waitReason = words === '' ? '' : `${words} …`;
    showProgress();
  };
  if (request !== undefined) setRequest(request);
  showProgress();
  container.replaceChildren(parts.node);

  return {
    tick(ms) {
      elapsedMs = ms;
      showProgress();
    },
    delta: (text, index) => cards[index]?.delta(text),
    reasoning: (text, index) => cards[index]?.reasoning(text),
    replaced: (text, index) => cards[index]?.replaced(text),
    result(result, index) {
      const isNew = !shownResults.has(index);
      showResult(result, index);
      showProgress();
      if (!isNew) return;
      const outcome = result.status === 'completed' ? 'has answered' : 'failed';
      announce(`${result.modelId} ${outcome}, ${shownResults.size} of ${models.length}`);
    },
    evaluation(evaluation) {
      const { judge, a, b } = evaluation;
      const pair = `${judge.index} ${a.index} ${b.index}`;
      if (judgedPairs.has(pair)) return;
      judgedPairs.add(pair);
      verdicts?.add(evaluation);
      showProgress();
      if (judgedPairs.size === pairs) announce(`All ${pairs} pairs are judged`);
    },
    bestSoFar(now) {
      best = bestWords(now);
      showProgress();
    },
    started(_promptLogId, credits) {
      creditsHeld = credits;
    },
    done(response) {
      const run = { ...facts, request: () => request };
      for (const [index, result] of response.results.entries()) {
        showResult(result, index);
        const card = cards[index];
        if (card !== undefined) offerNext(card, result, run);
      }
      verdicts?.finish(response);
      showOutcome(parts, response, { ...facts, creditsHeld, elapsedMs });
      showActions(parts, response, run);
    },
    stop(title, words) {
      heading.textContent = title;
      state.textContent = words;
      actions.replaceChildren();
      for (const card of cards) card.stop('No answer.');
    },
    showWaiting,
    interrupted: () => showWaiting('Connection lost; trying again'),
    resumed: () => showWaiting(''),
    restarted() {
      for (const [index, card] of cards.entries()) if (!shownResults.has(index)) card.replaced('');
    },
    setRequest,
  };
}

type BestSoFar = Parameters<NonNullable<Progress['bestSoFar']>>[0];

function bestWords({ asked, of, leader, probability }: BestSoFar): string {
  const after = `after ${asked} of ${of} judge runs`;
  return leader === null || probability === null
    ? `nobody leads ${after}`
    : `${leader.modelId} is best so far with ${formatShare(probability)}, ${after}`;
}

/** Lets the reader try a failed model again, or continue from an answer. */
function offerNext(
  card: OutputCard,
  result: Result,
  { request, continueFrom, sendAlongside }: RunWithLateRequest,
): void {
  // The request does not contain the answers that a fused one is made of.
  if (result.status === 'failed' && result.fused !== true)
    offerSecondTry(card, { modelId: result.modelId, request, sendAlongside });
  else if (result.status === 'completed' && result.output !== '')
    card.offer('Continue', 'Continue from', () => {
      const body = request();
      if (body !== undefined) continueFrom(body, result.output);
    });
}

/** Shows the headline and all figures in the order and the currency that the reader chooses. */
function showOutcome(
  { heading, state, reading, outputs, cards, figures }: ReturnType<typeof createRunParts>,
  response: PromptResponse,
  { creditsHeld, creditsExpected, elapsedMs, createdAt }: RunFacts & { readonly elapsedMs: number },
): void {
  const { results, promptLogId, ranking = [] } = response;
  const { words, winner } = headlineOf(response);
  const judging = judgingWords(response);
  const answered = answeredWords(results);
  heading.textContent = words;
  const controls = readingControls(response, ({ places, currency }) => {
    const price = runPrice(response, { creditsHeld, creditsExpected, currency });
    state.replaceChildren(
      ...(words.startsWith(answered) ? [] : [`${answered} · `]),
      element('span', { title: `${response.creditsUsed} credits` }, price),
      ...(judging === '' ? [] : [` · ${judging}`]),
      ` · ${formatSeconds(elapsedMs)} · `,
      element('time', { datetime: createdAt, title: utcWords(createdAt) }, timeWords(createdAt)),
      ' · run ',
      element('code', {}, promptLogId),
    );
    for (const [index, result] of results.entries()) {
      const ranked = ranking.find((one) => one.index === index);
      cards[index]?.figures(result, ranked, { currency, isWinner: index === winner });
    }
    outputs.append(...places.flatMap((place) => cards[place]?.node ?? []));
    const plot = runPlot(response, currency);
    figures.replaceChildren(
      treeNode(runFigures(response, { currency, winner, places })),
      ...(plot === undefined ? [] : [treeNode(plot)]),
    );
  });
  reading.replaceChildren(controls);
  announce(`Done: ${words}, ${state.querySelector('span')?.textContent ?? ''}.`);
}

/** Shows what the reader can do with a run that has ended. */
function showActions(
  { actions, editSlot, vote }: ReturnType<typeof createRunParts>,
  response: PromptResponse,
  { request, isRetained, voting, createdAt, rename }: RunWithLateRequest,
): void {
  vote.replaceChildren(...votePanel(response, { request, voting }));
  actions.replaceChildren(
    editSlot,
    ...(isRetained
      ? [
          copyButton(() => addressOf(response.promptLogId), 'Copy link to this run', 'Copy link'),
          button('Rename', () => rename(response.promptLogId, request() ?? {})),
        ]
      : []),
    exportButton(() => ({ request: request() ?? {}, response, createdAt })),
  );
}
