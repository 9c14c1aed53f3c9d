import type { PromptResponse, RankedModel, Result } from '../../generated/prompt-response.ts';
import { alignDecimals, formatFigure, formatPercent } from '../../client/figures.ts';
import { failureCure, failureWords } from '../../client/plain-words.ts';
import { figureCell, figureTable, numberColumn } from '../../report/figure-table.ts';
import { tree, type Tree } from '../../report/tree.ts';
import { CURRENCY_WORDS, priceFigure, type Currency } from './currency.ts';
import { letterBadge } from './place-letter.ts';

const NONE = '–';

interface FigureOptions {
  readonly currency: Currency;
  /** Index of the answer that won. */
  readonly winner: number | undefined;
  /** Order of the rows. */
  readonly places: readonly number[];
}

/** The figures of a run, one row for each answer. */
export function runFigures(
  { results, ranking = [] }: Pick<PromptResponse, 'results' | 'ranking'>,
  { currency, winner, places }: FigureOptions,
): Tree {
  const isRated = ranking.some(({ winRate }) => winRate !== null);
  const price = `Price, ${CURRENCY_WORDS[currency]}`;
  const figures = ['First token, s', 'Time, s', 'Tokens/s', 'Tokens in / out', price];
  const columns = [
    secondsColumn(results.map(({ firstTokenMs }) => firstTokenMs)),
    secondsColumn(results.map((result) => (isDone(result) ? result.latencyMs : undefined))),
    results.map(({ tokensPerSecond }) =>
      tokensPerSecond === undefined ? NONE : formatFigure(tokensPerSecond),
    ),
    results.map(({ tokensIn, tokensOut }) => `${tokensIn} / ${tokensOut}`),
    alignDecimals(results.map(({ credits, providerCost: usd }) => priceFigure({ credits, usd }, currency))),
  ];
  return figureTable({
    label: 'Figures',
    caption: 'Figures of every model',
    columns: [
      ...['Model', 'Status', ...(isRated ? ['Win rate'] : [])].map((name) => ({ name })),
      ...figures.map(numberColumn),
    ],
    rows: places.flatMap((place) => {
      const result = results[place];
      if (result === undefined) return [];
      const ranked = ranking.find(({ index }) => index === place);
      return [
        tree(
          'tr',
          { class: place === winner ? 'is-best' : undefined },
          tree('th', { scope: 'row' }, letterBadge(place), result.modelId),
          statusCell(result),
          ...(isRated ? [rateCell(ranked)] : []),
          ...columns.map((column) => figureCell(column[place] ?? NONE)),
        ),
      ];
    }),
  });
}

function secondsColumn(times: readonly (number | undefined)[]): readonly string[] {
  return alignDecimals(times.map((ms) => (ms === undefined ? NONE : formatFigure(ms / 1_000))));
}

function isDone({ status }: Pick<Result, 'status'>): boolean {
  return status === 'completed';
}

function statusCell(result: Result): Tree {
  if (isDone(result)) return tree('td', { class: 'state' }, '✓ done');
  const code = result.error?.code;
  return tree(
    'td',
    { class: 'state is-bad' },
    `✗ ${failureWords(code)}`,
    tree('small', { class: 'reasons' }, failureCure(code)),
  );
}

function rateCell(ranked: RankedModel | undefined): Tree {
  if (ranked?.winRate == null || ranked.rank === null) return tree('td', { class: 'rate' }, NONE);
  const { winRate, rank, won, tied, lost } = ranked;
  return tree(
    'td',
    { class: 'rate' },
    tree(
      'svg',
      { class: 'bar', width: '100%', height: 8, 'aria-hidden': 'true' },
      tree('rect', { class: 'bar-filled', width: `${(winRate * 100).toFixed(1)}%`, height: 8, rx: 4 }),
    ),
    tree('strong', {}, formatPercent(winRate)),
    tree('small', {}, `${ordinal(rank)}, ${won} won, ${tied} tied, ${lost} lost`),
  );
}

/** Such as `1st`. */
export function ordinal(place: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', many: 'th', zero: 'th', other: 'th' };
  return `${place}${ending[new Intl.PluralRules('en', { type: 'ordinal' }).select(place)]}`;
}
