import type { PromptResponse, RankedModel, Result } from '../../generated/prompt-response.ts';
import { formatCredits, formatSeconds, formatShare, formatUsd } from '../../client/figures.ts';
import { element } from '../frame/element.ts';
import { placeBadge } from './place-badge.ts';

/** The run's figures, one row per model: how far it is while it runs, then what came of it. */
interface FiguresTable {
  readonly node: HTMLElement;
  readonly tick: (elapsedMs: number) => void;
  readonly writing: (index: number) => void;
  readonly thinking: (index: number) => void;
  readonly result: (index: number, result: Result) => void;
  readonly rank: (response: Pick<PromptResponse, 'ranking'>, best: number | undefined) => void;
  /** Shows the rows in this order. */
  readonly sort: (places: readonly number[]) => void;
  readonly stop: (words: string) => void;
}

interface FigureRow {
  readonly node: HTMLElement;
  readonly state: HTMLElement;
  readonly latency: HTMLElement;
  readonly tokens: HTMLElement;
  readonly cost: HTMLElement;
  readonly credits: HTMLElement;
  readonly rate: HTMLElement;
}

const NONE = '–';

export function figuresTable(models: readonly string[], judged: boolean): FiguresTable {
  const rows = models.map(figureRow);
  const headings = ['Model', 'Status', 'Win rate', 'Latency', 'Tokens in / out', 'Cost', 'Credits'];
  const body = element('tbody', { role: 'rowgroup' }, ...rows.map((row) => row.node));
  const node = element(
    'div',
    {
      class: judged ? 'scroll-x' : 'scroll-x is-unjudged',
      tabindex: 0,
      role: 'region',
      'aria-label': 'Figures',
    },
    element(
      'table',
      // Where it is narrow, it is laid out as lines: the roles keep it a table for who cannot see it.
      { class: 'figures', role: 'table' },
      element('caption', { class: 'visually-hidden' }, 'Figures of every model'),
      element(
        'thead',
        { role: 'rowgroup' },
        element(
          'tr',
          { role: 'row' },
          ...headings.map((text) => element('th', { scope: 'col', role: 'columnheader' }, text)),
        ),
      ),
      body,
    ),
  );
  const isRunning = ({ node: row }: FigureRow) => row.classList.contains('is-running');
  return {
    node,
    tick(elapsedMs) {
      for (const row of rows.filter(isRunning))
        row.latency.textContent = `${(elapsedMs / 1_000).toFixed(1)} s`;
    },
    writing: (index) => say(rows[index], 'writing'),
    thinking: (index) => say(rows[index], 'thinking'),
    result(index, result) {
      const row = rows[index];
      if (row !== undefined) fill(row, result);
    },
    rank({ ranking = [] }, best) {
      for (const { index, winRate, rank, ...standing } of ranking) {
        if (winRate === null || rank === null) continue;
        rows[index]?.rate.replaceChildren(...rateNodes({ winRate, rank, ...standing }));
        rows[index]?.node.classList.toggle('is-first', index === best);
      }
    },
    sort: (places) => body.append(...places.flatMap((place) => rows[place]?.node ?? [])),
    stop(words) {
      for (const row of rows.filter(isRunning)) {
        row.node.classList.replace('is-running', 'is-stopped');
        row.state.textContent = words;
        row.latency.textContent = NONE;
      }
    },
  };
}

function figureRow(modelId: string, index: number): FigureRow {
  const cell = (text: string, label: string) => element('td', { role: 'cell', 'data-label': label }, text);
  const state = element(
    'td',
    { class: 'state', role: 'cell' },
    element('span', { class: 'spinner', 'aria-hidden': 'true' }),
    element('span', { class: 'state-word' }, 'running'),
  );
  const [latency, tokens, cost, credits, rate] = [
    cell('0.0 s', 'Latency'),
    cell(NONE, 'Tokens in / out'),
    cell(NONE, 'Cost'),
    cell(NONE, 'Credits'),
    cell(NONE, 'Win rate'),
  ];
  rate.classList.add('rate');
  const head = element('th', { scope: 'row', role: 'rowheader' }, placeBadge(index), modelId);
  latency.classList.add('latency');
  const node = element(
    'tr',
    { class: 'is-running', role: 'row' },
    head,
    state,
    rate,
    latency,
    tokens,
    cost,
    credits,
  );
  return { node, state, latency, tokens, cost, credits, rate };
}

function say(row: FigureRow | undefined, word: string): void {
  const shown = row?.state.querySelector('.state-word');
  if (shown != null && shown.textContent !== word) shown.textContent = word;
}

function fill({ node, state, latency, tokens, cost, credits }: FigureRow, result: Result): void {
  const isDone = result.status === 'completed';
  node.classList.remove('is-running');
  node.classList.toggle('is-failed', !isDone);
  state.replaceChildren(
    element('span', { 'aria-hidden': 'true' }, isDone ? '✓ ' : '✗ '),
    isDone ? 'done' : 'failed',
  );
  latency.replaceChildren(...(isDone ? latencyNodes(result) : [NONE]));
  tokens.textContent = `${result.tokensIn} / ${result.tokensOut}`;
  cost.textContent = formatUsd(result.providerCost);
  credits.textContent = result.credits === undefined ? NONE : formatCredits(result.credits);
}

/** How long the answer took; of one that came as a stream also when it began, and how fast it was written. */
function latencyNodes({
  latencyMs,
  firstTokenMs,
  tokensPerSecond,
}: Pick<Result, 'latencyMs' | 'firstTokenMs' | 'tokensPerSecond'>): readonly (string | HTMLElement)[] {
  const begun = firstTokenMs === undefined ? [] : [`began after ${formatSeconds(firstTokenMs)}`];
  const speed = tokensPerSecond === undefined ? [] : [`${Math.round(tokensPerSecond)} tokens/s`];
  const hint = [...begun, ...speed].join(', ');
  return [formatSeconds(latencyMs), ...(hint === '' ? [] : [element('span', { class: 'hint' }, hint)])];
}

function rateNodes({
  winRate,
  rank,
  won,
  tied,
  lost,
}: Pick<RankedModel, 'won' | 'tied' | 'lost'> & {
  readonly winRate: number;
  readonly rank: number;
}): readonly HTMLElement[] {
  const filled = element('span', { class: 'bar-filled' });
  filled.style.inlineSize = `${(winRate * 100).toFixed(1)}%`;
  return [
    element('span', { class: 'bar', 'aria-hidden': 'true' }, filled),
    element('strong', {}, formatShare(winRate)),
    element('span', { class: 'hint' }, `${ordinal(rank)}, ${won} won, ${tied} tied, ${lost} lost`),
  ];
}

function ordinal(place: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', many: 'th', zero: 'th', other: 'th' };
  return `${place}${ending[new Intl.PluralRules('en', { type: 'ordinal' }).select(place)]}`;
}
