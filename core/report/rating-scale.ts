import type { BoardModel } from '../board/board-figures.ts';

export interface RatingScale {
  /** Where a rating stands, 0 to 1. */
  readonly at: (rating: number) => number;
  readonly ticks: readonly { readonly value: number; readonly at: number }[];
}

const LEAST_SPAN = 40;
const MARGIN = 0.06;
const STEPS = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000];
const MOST_TICKS = 6;

/** A scale that holds every rating with its interval. Pure. */
export function ratingScale(models: readonly BoardModel[]): RatingScale {
  const values = models.flatMap(({ rating, interval }) =>
    rating === null ? [] : [rating, interval?.low ?? rating, interval?.high ?? rating],
  );
  const [least, most] = values.length === 0 ? [980, 1_020] : [Math.min(...values), Math.max(...values)];
  const span = Math.max(LEAST_SPAN, most - least) * (1 + 2 * MARGIN);
  const low = (least + most - span) / 2;
  const at = (rating: number) => (rating - low) / span;
  const step = STEPS.find((candidate) => span / candidate <= MOST_TICKS) ?? span;
  const first = Math.ceil(low / step) * step;
  const count = Math.floor((low + span - first) / step) + 1;
  const ticks = Array.from({ length: Math.max(0, count) }, (_none, place) => {
    const value = first + place * step;
    return { value, at: at(value) };
  });
  return { at, ticks };
}

/** A place along an axis, as SVG takes it. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
