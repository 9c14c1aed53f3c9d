import type { Board } from '../board/board.ts';
import type { BoardModel } from '../board/board-figures.ts';
import { formatPercent, formatSeconds, formatUsd } from '../client/figures.ts';
import { failureCounts, formatRating, percentRange, ratingRange } from './board-words.ts';
import { figureCell, figureTable, numberColumn, type Column } from './figure-table.ts';
import { placeBadge } from './pair-matrix.ts';
import { ratingScale } from './rating-scale.ts';
import { percent, type Scale } from './scale.ts';
import { tree, type Tree } from './tree.ts';

const NONE = '–';
const BAR_HEIGHT = 26;

/** Every model with its rating and interval, its win rate, and the cost and latency of its answers. */
export function leaderboard({ models }: Board): Tree {
  const scale = ratingScale(models);
  const isRated = models.some(({ rating }) => rating !== null);
  const hasSchema = models.some(({ schemaChecked }) => schemaChecked > 0);
  const columns: readonly Column[] = [
    {
      name: 'Rank',
      kind: 'rank',
      head: tree('abbr', { title: 'Models that are decisively better, plus one' }, 'Rank'),
    },
    { name: 'Model' },
    ...(isRated
      ? [
          {
            name: 'Rating',
            kind: 'wide' as const,
            head: tree('div', { class: 'rated' }, 'Rating', scaleTicks(scale)),
          },
          numberColumn('Win rate'),
        ]
      : []),
    ...['Cost', 'Latency', ...(hasSchema ? ['Schema'] : []), 'Failed'].map(numberColumn),
  ];
  return figureTable({
    label: 'Leaderboard',
    caption: 'Models from best to worst',
    columns,
    rows: models.map((model, place) => row(model, place, { scale, isRated, hasSchema })),
  });
}

interface RowOptions {
  readonly scale: Scale;
  readonly isRated: boolean;
  readonly hasSchema: boolean;
}

function row(model: BoardModel, place: number, { scale, isRated, hasSchema }: RowOptions): Tree {
  const { rank, modelId, winRate, winRateInterval, meanCostUsd, medianLatencyMs, p95LatencyMs } = model;
  const won = tree('strong', {}, winRate === null ? NONE : formatPercent(winRate));
  return tree(
    'tr',
    { class: rank === 1 ? 'is-best' : undefined },
    tree('td', { class: 'rank' }, rank === null ? NONE : tree('span', { class: 'medal' }, String(rank))),
    tree('th', { scope: 'row' }, placeBadge(String(place + 1)), modelId),
    ...(isRated
      ? [
          ratingCell(model, scale),
          figureCell(won, winRateInterval === null ? '' : percentRange(winRateInterval)),
        ]
      : []),
    figureCell(meanCostUsd === null ? NONE : formatUsd(meanCostUsd), 'an answer'),
    figureCell(
      medianLatencyMs === null ? NONE : formatSeconds(medianLatencyMs),
      p95LatencyMs === null ? '' : `p95 ${formatSeconds(p95LatencyMs)}`,
    ),
    ...(hasSchema ? [schemaCell(model)] : []),
    failedCell(model),
  );
}

function ratingCell(model: BoardModel, scale: Scale): Tree {
  const { rating, interval } = model;
  const figures = tree(
    'span',
    { class: 'rating' },
    tree('strong', {}, rating === null ? NONE : formatRating(rating)),
    tree('small', {}, interval === null ? '' : ratingRange(interval)),
  );
  return tree('td', { class: 'wide' }, tree('div', { class: 'rated' }, figures, intervalBar(model, scale)));
}

function intervalBar({ rating, interval }: BoardModel, { at, ticks }: Scale): Tree {
  const middle = BAR_HEIGHT / 2;
  const marks = ticks.map((tick) =>
    tree('line', { class: 'grid', x1: percent(tick.at), x2: percent(tick.at), y1: 0, y2: BAR_HEIGHT }),
  );
  const whiskers =
    interval === null
      ? []
      : [
          tree('line', {
            class: 'reach',
            x1: percent(at(interval.low)),
            x2: percent(at(interval.high)),
            y1: middle,
            y2: middle,
          }),
        ];
  const dot = rating === null ? [] : [tree('circle', { cx: percent(at(rating)), cy: middle, r: 5 })];
  return tree(
    'svg',
    { class: 'interval', width: '100%', height: BAR_HEIGHT, 'aria-hidden': 'true' },
    ...marks,
    ...whiskers,
    ...dot,
  );
}

function scaleTicks({ ticks }: Scale): Tree {
  const labels = ticks.map(({ value, at }) =>
    tree('text', { x: percent(at), y: 12, 'text-anchor': 'middle' }, formatRating(value)),
  );
  return tree('svg', { class: 'interval', width: '100%', height: 16, 'aria-hidden': 'true' }, ...labels);
}

function schemaCell({ schemaChecked, schemaValid }: BoardModel): Tree {
  if (schemaChecked === 0) return figureCell(NONE);
  return figureCell(
    formatPercent(schemaValid / schemaChecked),
    `${schemaValid} of ${schemaChecked} valid`,
    schemaValid < schemaChecked ? 'number is-warned' : 'number',
  );
}

function failedCell(model: BoardModel): Tree {
  const { failed, asked, cut } = model;
  const notes = [
    ...(failed > 0 ? [failureCounts(model)] : []),
    ...(cut > 0 ? [`${cut} cut at their cap`] : []),
  ];
  return tree(
    'td',
    { class: failed > 0 ? 'number is-bad' : 'number' },
    failed === 0 ? '0' : `${failed} of ${asked}`,
    tree('small', { class: 'reasons' }, notes.join(', ')),
  );
}
