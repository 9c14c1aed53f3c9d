import type { StreamSubject } from './stream-subject.ts';
import type { StreamFigures } from './surroundings.ts';

/** The most streams a subject carried in time, with what was seen on the way there. */
export interface Capacity {
  readonly streams: number;
  /** Whether provider and reader had no more to give, so that the subject may carry more. */
  readonly isLowerBound: boolean;
  readonly tried: readonly Trial[];
}

export interface Trial {
  readonly streams: number;
  /** Of the tokens, the 99th of 100, milliseconds; what the subject may gather for is taken off. */
  readonly lateMs: number;
  readonly figures: StreamFigures;
}

const FIRST = 200;
const GROWTH = 1.5;
const LATE_MS = 50;
/** Between the most that was carried and the least that was not, as a part of it. */
const CLOSE = 0.1;
/** Part of their processor at which provider and reader count as the limit. */
const GENERATOR_LIMIT = 0.95;

/** Grows the number of streams until a frame in a hundred is 50 ms late, then closes in on the last that were not. */
export async function findCapacity(
  measure: (streams: number) => Promise<StreamFigures>,
  { gathersMs }: StreamSubject,
): Promise<Capacity> {
  const tried: Trial[] = [];
  const carries = async (streams: number): Promise<boolean> => {
    const figures = await measure(streams);
    const lateMs = figures.token.p99 - gathersMs;
    tried.push({ streams, lateMs, figures });
    return figures.failed === 0 && figures.running === streams && lateMs < LATE_MS;
  };
  let most = 0;
  let least = FIRST;
  while (await carries(least)) {
    most = least;
    least = Math.round(least * GROWTH);
  }
  while (least - most > most * CLOSE && least - most > 1) {
    const middle = Math.round((most + least) / 2);
    if (await carries(middle)) most = middle;
    else least = middle;
  }
  const failing = tried.find(({ streams }) => streams === least);
  return { streams: most, isLowerBound: (failing?.figures.generatorLoad ?? 0) > GENERATOR_LIMIT, tried };
}
