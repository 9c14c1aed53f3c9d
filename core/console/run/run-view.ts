import type { PromptResponse, Result } from '../../generated/prompt-response.ts';
import type { Progress } from '../../client/ask-gateway.ts';
import type { FollowProgress } from '../../client/follow-run.ts';
import { formatCount, formatSeconds, formatShare } from '../../client/figures.ts';
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
import { createRunParts, type KnownRun, type RequestBody, type RunFacts } from './run-parts.ts';
import { runPlot } from './run-plot.ts';
import { runPrice } from './run-price.ts';
import { offerSecondTry } from './second-try.ts';

/** One run: what it is asked, how far it is, what came of it. */
export interface RunView extends FollowProgress {
  readonly tick: (elapsedMs: number) => void;
  readonly done: (response: PromptResponse) => void;
  /** It ends without an answer. */
  readonly stop: (title: string, words: string) => void;
  /** What it waits for; empty where it goes on. */
  readonly waiting: (words: string) => void;
  /** What was asked is known. */
  readonly asked: (request: RequestBody) => void;
}

/** @param container what it replaces the content of. */
export function createRunView(container: HTMLElement, facts: RunFacts): RunView {
  const { models, judges } = facts;
  const parts = createRunParts(facts);
  const { heading, state, cards, verdicts, actions } = parts;
  const pairs = (judges.length * (models.length * (models.length - 1))) / 2;
  const shown = new Set<number>();
  const judged = new Set<string>();
  let elapsedMs = 0;
  let waitsFor = '';
  let best = '';
  let { held } = facts;
  const showProgress = () => {
    heading.textContent = `${shown.size} of ${models.length} answered`;
    const judging = pairs === 0 ? '' : `${judged.size} of ${formatCount(pairs, 'pair')} judged`;
    const words = [best === '' ? judging : best, `${(elapsedMs / 1_000).toFixed(1)} s`, waitsFor];
    state.textContent = words.filter((word) => word !== '').join(' · ');
  };
  const showResult = (result: Result, index: number) => {
    // A replayed answer comes without events, any other brings each result twice.
    if (shown.has(index)) return;
    shown.add(index);
    cards[index]?.show(result);
  };
  let known = facts.request;
  const asked = (request: RequestBody) => {
    known = request;
    // A comparison of given answers asks no model.
    if (request['answers'] !== undefined) return;
    parts.again.replaceChildren(button('Edit request', () => facts.askAgain(request)));
  };
  const waiting = (words: string) => {
    waitsFor = words === '' ? '' : `${words} …`;
    showProgress();
  };
  if (facts.request !== undefined) asked(facts.request);
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
      verdicts?.add(evaluation);
      showProgress();
      if (judged.size === pairs) announce(`All ${pairs} pairs are judged`);
    },
    bestSoFar(now) {
      best = bestWords(now);
      showProgress();
    },
    started(_promptLogId, creditsHeld) {
      held = creditsHeld;
    },
    done(response) {
      const run = { ...facts, request: () => known };
      for (const [index, result] of response.results.entries()) {
        showResult(result, index);
        const card = cards[index];
        if (card !== undefined) offerNext(card, result, run);
      }
      verdicts?.finish(response);
      showOutcome(parts, response, { ...facts, held, elapsedMs });
      showUses(parts, response, run);
    },
    stop(title, words) {
      heading.textContent = title;
      state.textContent = words;
      actions.replaceChildren();
      for (const card of cards) card.stop('No answer.');
    },
    waiting,
    interrupted: () => waiting('Connection lost; trying again'),
    resumed: () => waiting(''),
    restarted() {
      for (const [index, card] of cards.entries()) if (!shown.has(index)) card.replaced('');
    },
    asked,
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
function offerNext(card: OutputCard, result: Result, { request, answerOn, askBesides }: KnownRun): void {
  // What a fused answer is made of is not in the request.
  if (result.status === 'failed' && result.fused !== true)
    offerSecondTry(card, { modelId: result.modelId, request, askBesides });
  else if (result.status === 'completed' && result.output !== '')
    card.offer('Continue', 'Continue from', () => {
      const known = request();
      if (known !== undefined) answerOn(known, result.output);
    });
}

/** Who won or why nobody did, and all figures, in the order and the currency that the reader wants. */
function showOutcome(
  { heading, state, reading, outputs, cards, figures }: ReturnType<typeof createRunParts>,
  response: PromptResponse,
  { held, expected, elapsedMs, createdAt }: RunFacts & { readonly elapsedMs: number },
): void {
  const { results, promptLogId, ranking = [] } = response;
  const { words, winner } = headlineOf(response);
  const judging = judgingWords(response);
  const answered = answeredWords(results);
  heading.textContent = words;
  const controls = readingControls(response, ({ places, currency }) => {
    const price = runPrice(response, { held, expected, currency });
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

/** What the reader can do with a run that has ended. */
function showUses(
  { actions, again, vote }: ReturnType<typeof createRunParts>,
  response: PromptResponse,
  { request, retained, voting, createdAt, rename }: KnownRun,
): void {
  vote.replaceChildren(...votePanel(response, { request, voting }));
  actions.replaceChildren(
    again,
    ...(retained
      ? [
          copyButton(() => addressOf(response.promptLogId), 'Copy link to this run', 'Copy link'),
          button('Rename', () => rename(response.promptLogId, request() ?? {})),
        ]
      : []),
    exportButton(() => ({ request: request() ?? {}, response, createdAt })),
  );
}
