import type { Board } from '../board/board.ts';
import { formatUsd } from '../client/figures.ts';
import { formatRating } from './board-words.ts';
import { ratingScale } from './rating-scale.ts';
import { scaleFor } from './scale.ts';
import { scatter } from './scatter.ts';
import type { Tree } from './tree.ts';

/**
 * Rating against the cost of an answer, with the Pareto frontier.
 * @returns undefined if fewer than two models have a rating and a cost.
 */
export function qualityPlot({ models }: Board): Tree | undefined {
  const offers = models.flatMap((model, place) =>
    model.rating === null || model.meanCostUsd === null
      ? []
      : [{ ...model, place, rating: model.rating, cost: model.meanCostUsd }],
  );
  if (offers.length < 2) return undefined;
  const across = scaleFor(offers.map(({ cost }) => cost));
  const up = ratingScale(models);
  return scatter({
    title: 'Quality against cost',
    hint: 'good and cheap is near the upper left corner; the line joins the best offers',
    up: { name: 'rating', ticks: up.ticks.map(({ value, at }) => ({ at, label: formatRating(value) })) },
    across: {
      name: 'US dollars an answer',
      ticks: across.ticks.map(({ value, at }) => ({ at, label: formatUsd(value) })),
    },
    joinsBest: true,
    points: offers.map(({ modelId, place, rating, cost, interval, isOnFrontier }) => ({
      letter: String(place + 1),
      x: across.at(cost),
      y: up.at(rating),
      ...(interval !== null && { reach: { low: up.at(interval.low), high: up.at(interval.high) } }),
      isBest: isOnFrontier,
      words: `${modelId}: rating ${formatRating(rating)}, ${formatUsd(cost)} an answer`,
    })),
  });
}
