import type { Board, BoardModel } from '../../board/board.ts';
import { placeLabels, type Label } from '../run/place-labels.ts';
import { scaleFor } from '../run/scale.ts';
import { formatRating } from './board-words.ts';
import { percent, ratingScale } from './rating-scale.ts';
import { tree, type Tree } from './tree.ts';
import { formatUsd } from '../../client/figures.ts';

/** Pixels. Names are placed for a drawing this wide; a narrower one shows the numbers alone. */
const NAMED_WIDTH = 560;
const HEIGHT = 320;
const RADIUS = 11;

interface Point {
  readonly place: number;
  readonly model: BoardModel;
  readonly x: number;
  readonly y: number;
}

/**
 * Rating against the cost of an answer, with the frontier of models that no other one beats in both. It grows with the
 * page without being drawn anew.
 * @returns undefined with fewer than two models that have both.
 */
export function qualityPlot({ models }: Board): Tree | undefined {
  const offers = models.flatMap((model, place) =>
    model.rating === null || model.meanCostUsd === null
      ? []
      : [{ model, place, rating: model.rating, cost: model.meanCostUsd }],
  );
  if (offers.length < 2) return undefined;
  const across = scaleFor(offers.map(({ cost }) => cost));
  const up = ratingScale(models);
  const y = (rating: number) => HEIGHT * (1 - up.at(rating));
  const points = offers.map(({ model, place, rating, cost }) => ({
    model,
    place,
    x: across.at(cost),
    y: y(rating),
  }));
  const labels = placeLabels(
    points.map(({ x, y: top, model }) => ({ x: x * NAMED_WIDTH, y: top, text: model.modelId })),
    { radius: RADIUS, left: 0, right: NAMED_WIDTH, top: 0, bottom: HEIGHT },
  );
  const spoken = points.map(
    ({ model, place }) =>
      `${place + 1} ${model.modelId}: rating ${formatRating(model.rating ?? 0)}, ${formatUsd(model.meanCostUsd ?? 0)}`,
  );
  return tree(
    'figure',
    { class: 'panel quality' },
    tree(
      'figcaption',
      {},
      'Quality against cost ',
      tree(
        'span',
        { class: 'hint' },
        'good and cheap is near the upper left corner; the line joins the best offers',
      ),
    ),
    tree(
      'div',
      { class: 'quality-drawing' },
      tree(
        'svg',
        {
          width: '100%',
          height: HEIGHT,
          role: 'img',
          'aria-label': `Quality against cost. ${spoken.join('. ')}.`,
        },
        ...up.ticks.map(({ value, at }) => horizontal(HEIGHT * (1 - at), formatRating(value))),
        ...across.ticks.map(({ value, at }) => vertical(at, tickUsd(value))),
        ...frontier(points),
        ...points.map((point) => reach(point, y)),
        ...points.map((point, index) => pointTree(point, labels[index])),
      ),
      tree(
        'p',
        { class: 'axis', 'aria-hidden': 'true' },
        tree('span', {}, '↑ rating'),
        tree('span', {}, 'US dollars an answer →'),
      ),
    ),
  );
}

function tickUsd(usd: number): string {
  return usd === 0 ? '$0' : `$${Number(usd.toPrecision(2))}`;
}

function horizontal(y: number, label: string): Tree {
  return tree(
    'g',
    {},
    tree('line', { class: 'grid', x1: '0%', x2: '100%', y1: y.toFixed(1), y2: y.toFixed(1) }),
    tree('text', { x: 0, dx: -10, y: (y + 4).toFixed(1), 'text-anchor': 'end' }, label),
  );
}

function vertical(at: number, label: string): Tree {
  return tree(
    'g',
    {},
    tree('line', { class: 'grid', x1: percent(at), x2: percent(at), y1: 0, y2: HEIGHT }),
    tree('text', { x: percent(at), y: HEIGHT + 18, 'text-anchor': at > 0.97 ? 'end' : 'middle' }, label),
  );
}

function frontier(points: readonly Point[]): readonly Tree[] {
  const best = points.filter(({ model }) => model.isOnFrontier).toSorted((one, other) => one.x - other.x);
  return best.slice(1).map((point, index) => {
    const from = best[index] ?? point;
    return tree('line', {
      class: 'frontier',
      x1: percent(from.x),
      y1: from.y.toFixed(1),
      x2: percent(point.x),
      y2: point.y.toFixed(1),
    });
  });
}

function reach({ model, x }: Point, y: (rating: number) => number): Tree {
  const { interval } = model;
  if (interval === null) return tree('g');
  return tree('line', {
    class: 'reach',
    x1: percent(x),
    x2: percent(x),
    y1: y(interval.low).toFixed(1),
    y2: y(interval.high).toFixed(1),
  });
}

function pointTree({ model, place, x, y }: Point, label: Label | undefined): Tree {
  const name =
    label === undefined
      ? []
      : [
          tree(
            'text',
            {
              class: 'point-name',
              x: percent(x),
              dx: (label.x - x * NAMED_WIDTH).toFixed(1),
              y: (label.y + 4).toFixed(1),
              'text-anchor': label.anchor,
            },
            model.modelId,
          ),
        ];
  return tree(
    'g',
    { class: model.isOnFrontier ? 'point is-best' : 'point' },
    tree(
      'title',
      {},
      `${model.modelId}: rating ${formatRating(model.rating ?? 0)}, ${formatUsd(model.meanCostUsd ?? 0)} an answer`,
    ),
    ...name,
    tree('circle', { cx: percent(x), cy: y.toFixed(1), r: RADIUS }),
    tree(
      'text',
      { class: 'point-place', x: percent(x), y: (y + 4).toFixed(1), 'text-anchor': 'middle' },
      String(place + 1),
    ),
  );
}
