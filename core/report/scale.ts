interface Tick {
  readonly value: number;
  /** 0 to 1. */
  readonly at: number;
}

export interface Scale {
  /** The position of a value, 0 to 1. */
  readonly at: (value: number) => number;
  readonly ticks: readonly Tick[];
}

/** On a linear scale with a larger ratio of values the small ones could not be distinguished. */
const MAX_LINEAR_RATIO = 25;

/**
 * A scale that covers all values, logarithmic if their ratio is large. Pure.
 * @param values finite, none below 0.
 */
export function scaleFor(values: readonly number[]): Scale {
  const largest = Math.max(...values, 0);
  const smallest = Math.min(...values);
  if (largest === 0) return linearScale(1);
  return smallest > 0 && largest / smallest > MAX_LINEAR_RATIO
    ? logarithmicScale(smallest, largest)
    : linearScale(largest);
}

/** From 0 to a little over the largest, with three to six round ticks. */
function linearScale(largest: number): Scale {
  const step = roundStep((largest * 1.05) / 4);
  const count = Math.ceil((largest * 1.05) / step);
  const top = count * step;
  const ticks = Array.from({ length: count + 1 }, (_none, place) => ({
    value: place * step,
    at: place / count,
  }));
  return { at: (value) => value / top, ticks };
}

function logarithmicScale(smallest: number, largest: number): Scale {
  const low = Math.floor(Math.log10(smallest));
  const high = Math.ceil(Math.log10(largest * 1.02));
  const at = (value: number) => (Math.log10(value) - low) / (high - low);
  const ticks = Array.from({ length: high - low + 1 }, (_none, place) => ({
    value: 10 ** (low + place),
    at: place / (high - low),
  }));
  return { at, ticks };
}

/** A position along an axis as an SVG attribute. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
export function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step * 0.999) ?? 10;
  return factor * power;
}
