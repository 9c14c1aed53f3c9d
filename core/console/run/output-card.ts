import type { RankedModel, Result } from '../../generated/prompt-response.ts';
import { formatFigure, formatPercent, formatSeconds, formatShare } from '../../client/figures.ts';
import {
  enforcementWords,
  failureCure,
  failureWords,
  fieldWords,
  warningWords,
} from '../../client/plain-words.ts';
import { copyButton } from '../shell/copy-text.ts';
import { button, element } from '../shell/element.ts';
import { answerText, type RenderBudget } from './answer-text.ts';
import { priceText, type Currency } from './currency.ts';
import { ordinal } from './figures-table.ts';
import { liveText } from './live-text.ts';
import { placeLetter, letterBadge } from './place-letter.ts';

export type OutputCard = ReturnType<typeof outputCard>;

interface FigureOptions {
  readonly currency: Currency;
  readonly isWinner: boolean;
}

const WAITING = 'Waiting for the answer …';

/**
 * The card of one model's answer.
 * @param budget shared by the answers of the run.
 */
export function outputCard(modelId: string, index: number, budget: RenderBudget) {
  const name = `${placeLetter(index)} ${modelId}`;
  const title = element('h3', { class: 'output-title' }, letterBadge(index), modelId);
  const badges = element('p', { class: 'row badges' });
  const body = element('div', { class: 'output-body' });
  const foot = element('div', { class: 'row output-foot' });
  const line = element('p', { class: 'row output-line' });
  const node = element(
    'article',
    { class: 'output panel', 'aria-label': `Answer of ${name}` },
    element('header', { class: 'row' }, title, badges),
    body,
    foot,
    line,
  );
  let live: ReturnType<typeof liveText> | undefined;
  const showState = (state: string) => {
    const word = badges.querySelector('.state-word');
    if (word === null)
      badges.replaceChildren(
        element('span', { class: 'spinner', 'aria-hidden': 'true' }),
        element('span', { class: 'state-word hint' }, state),
      );
    else if (word.textContent !== state) word.textContent = state;
  };
  const restart = () => {
    live = undefined;
    showState('waiting');
    body.classList.add('is-waiting');
    body.replaceChildren(WAITING);
    foot.replaceChildren();
    line.replaceChildren();
  };
  const startLiveText = () => {
    if (live === undefined) {
      live = liveText(name);
      body.classList.remove('is-waiting');
      body.replaceChildren(live.node);
    }
    return live;
  };
  restart();
  return {
    node,
    /** Clears the card for another answer. */
    restart,
    /** Appends text that the model has written. */
    delta: (added: string) => {
      showState('writing');
      startLiveText().add(added);
    },
    reasoning: (added: string) => {
      showState('thinking');
      startLiveText().reason(added);
    },
    /** Replaces the text so far. */
    replaced: (text: string) => startLiveText().replace(text),
    show: (result: Result) => {
      const { status, output, error } = result;
      badges.replaceChildren(...badgesOf(result));
      if (status === 'completed') {
        const { node: text, sourceButton } = answerText(result, name, budget);
        // The reasoning stays, folded.
        body.replaceChildren(...(live?.thoughts() ?? []), text);
        foot.replaceChildren(
          ...notesOf(result),
          ...(sourceButton === undefined ? [] : [sourceButton]),
          copyButton(() => output, `Copy the answer of ${name}`),
        );
      } else {
        body.replaceChildren(...failureNodes(error));
        foot.replaceChildren(...notesOf(result));
      }
      body.classList.remove('is-waiting');
    },
    /** Shows its figures in one line, with its rank if there is one. */
    figures(result: Result, ranked: RankedModel | undefined, { currency, isWinner }: FigureOptions) {
      node.classList.toggle('is-best', isWinner);
      const parts = figureParts(result, ranked, currency).map(([text, title]) =>
        element('span', { title }, text),
      );
      line.replaceChildren(...parts);
    },
    /** Adds a button below the answer or the failure. */
    offer(words: string, label: string, act: () => void) {
      foot.append(button(words, act, { label: `${label} ${name}` }));
    },
    note: (...words: (Node | string)[]) => foot.prepend(element('p', { class: 'notes' }, ...words)),
    /** Shows that the answer will not arrive. */
    stop(words: string) {
      badges.replaceChildren();
      if (body.classList.contains('is-waiting')) body.replaceChildren(words);
      // The incomplete text stays, with a note.
      else if (live !== undefined && body.contains(live.node)) foot.replaceChildren(words);
    },
  };
}

/** Rank, win rate, first token, tokens a second and price, if they are known. */
function figureParts(
  { status, latencyMs, firstTokenMs, tokensPerSecond, credits, providerCost }: Result,
  ranked: RankedModel | undefined,
  currency: Currency,
): readonly (readonly [text: string, title: string])[] {
  const price = [priceText({ credits, usd: providerCost }, currency), 'Price'] as const;
  if (status === 'failed') return [price];
  const { rank = null, winRate = null, bestProbability } = ranked ?? {};
  return [
    ...(rank === null || winRate === null
      ? []
      : [[ordinal(rank), 'Rank'] as const, [`${formatPercent(winRate)} won`, 'Win rate'] as const]),
    ...(bestProbability === undefined
      ? []
      : [[`${formatShare(bestProbability)} best`, 'How probable it is that it is the best'] as const]),
    firstTokenMs === undefined
      ? [formatSeconds(latencyMs), 'Time to the whole answer']
      : [`${formatSeconds(firstTokenMs)} to start`, 'Time to the first token'],
    ...(tokensPerSecond === undefined
      ? []
      : [[`${formatFigure(tokensPerSecond)} tok/s`, 'Tokens a second'] as const]),
    price,
  ];
}

/** The failure, what to do about it, and details for support. */
function failureNodes(error: Result['error']): readonly HTMLElement[] {
  if (error === undefined) return [element('p', { class: 'failure' }, 'No answer.')];
  const { code, message, providerStatus, providerCode } = error;
  const status = providerStatus === undefined ? '' : `, status ${providerStatus} from the provider`;
  const reason = providerCode === undefined ? '' : ` (${providerCode})`;
  const words = failureWords(code);
  return [
    element(
      'p',
      { class: 'failure' },
      element('strong', {}, `${words.charAt(0).toUpperCase()}${words.slice(1)}.`),
      ` ${failureCure(code)}`,
    ),
    element(
      'details',
      { class: 'failure-code hint' },
      element('summary', {}, 'Details'),
      `${message} Code `,
      element('code', {}, code),
      status,
      reason,
    ),
  ];
}

function badgesOf(result: Result): readonly HTMLSpanElement[] {
  const { status, cached, fused, finishReason, schemaValid, schemaEnforcement } = result;
  return [
    ...(fused === true ? [badge('fused from the others', 'good')] : []),
    ...(cached === true ? [badge('earlier answer', 'plain')] : []),
    ...(status === 'failed' ? [badge('failed', 'bad')] : []),
    ...(finishReason === 'length' ? [badge('cut at its cap', 'warn')] : []),
    ...(finishReason === 'refused' ? [badge('declined to answer', 'bad')] : []),
    ...(schemaValid === true ? [badge('follows the schema', 'good')] : []),
    ...(schemaValid === false ? [badge('breaks the schema', 'bad')] : []),
    ...(schemaEnforcement === undefined ? [] : [badge(enforcementWords(schemaEnforcement), 'plain')]),
  ];
}

function badge(text: string, kind: 'good' | 'bad' | 'warn' | 'plain'): HTMLSpanElement {
  return element('span', { class: `badge ${kind}` }, text);
}

function notesOf({ warnings = [] }: Result): readonly HTMLUListElement[] {
  if (warnings.length === 0) return [];
  const items = warnings.map((warning) =>
    element(
      'li',
      {},
      // The message names the model, whose card this is.
      ...(warning.pointer === '' || warning.pointer.startsWith('/models')
        ? []
        : [element('b', {}, fieldWords(warning.pointer)), ': ']),
      warningWords(warning.message),
    ),
  );
  return [element('ul', { class: 'notes', 'aria-label': 'What the gateway changed' }, ...items)];
}
