import type { BoardModel } from '../board/board-figures.ts';
import { roundStep, type Scale } from './scale.ts';

const LEAST_SPAN = 40;
const MARGIN = 0.06;
const MOST_TICKS = 6;

/** A scale that covers every rating with its interval. Pure. */
export function ratingScale(models: readonly BoardModel[]): Scale {
  const values = models.flatMap(({ rating, interval }) =>
    rating === null ? [] : [rating, interval?.low ?? rating, interval?.high ?? rating],
  );
  const [least, most] = values.length === 0 ? [980, 1_020] : [Math.min(...values), Math.max(...values)];
  const span = Math.max(LEAST_SPAN, most - least) * (1 + 2 * MARGIN);
  const low = (least + most - span) / 2;
  const at = (rating: number) => (rating - low) / span;
  const step = roundStep(span / MOST_TICKS);
  const first = Math.ceil(low / step);
  const count = Math.floor((low + span) / step) - first + 1;
  const ticks = Array.from({ length: count }, (_none, place) => {
    const value = (first + place) * step;
    return { value, at: at(value) };
  });
  return { at, ticks };
}
