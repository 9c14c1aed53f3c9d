import * as fc from 'fast-check';
import { fuzzCase, type FuzzCase } from './fuzz-case.ts';
import type { FuzzTarget } from './fuzz-target.ts';

export interface FuzzOptions {
  readonly cases: number;
  readonly seed: number;
  /** Now and then, with how many are done. */
  readonly onProgress?: (done: number) => void;
}

export interface FuzzReport {
  readonly done: number;
  /** How often which kind was answered which status, as `kind: status`. */
  readonly seen: ReadonlyMap<string, number>;
  readonly failure: FuzzFailure | undefined;
}

/** The first case that went wrong, made small. */
export interface FuzzFailure {
  /** Starts with this case or one close behind it. */
  readonly seed: number;
  readonly smallest: FuzzCase;
  readonly problems: readonly string[];
}

/** Made at a time; each chunk has a seed of its own, so that a failure is repeated without what came before it. */
export const CHUNK = 50;
const PROGRESS_EVERY = 1_000;
/** For making a failure smaller. */
const SHRINK_MS = 30_000;

interface Drawn {
  readonly seed: number;
  readonly index: number;
  readonly asked: FuzzCase;
}

interface Failed extends Drawn {
  readonly problems: readonly string[];
}

function* draw(seed: number, cases: number): Generator<Drawn> {
  for (let chunk = 0; chunk * CHUNK < cases; chunk += 1) {
    const numRuns = Math.min(CHUNK, cases - chunk * CHUNK);
    const made = fc.sample(fuzzCase, { seed: seed + chunk, numRuns });
    for (const [index, asked] of made.entries()) yield { seed: seed + chunk, index, asked };
  }
}

/** Throws the cases at the target, as many at once as it has connections; ends at the first that goes wrong. */
export async function runFuzz(
  target: FuzzTarget,
  { cases, seed, onProgress }: FuzzOptions,
): Promise<FuzzReport> {
  const seen = new Map<string, number>();
  const drawn = draw(seed, cases);
  let done = 0;
  let failed: Failed | undefined;
  const client = async (): Promise<void> => {
    // The clients take turns at the one generator: each takes what the others left.
    for (const one of drawn) {
      const { status, problems } = await target.throwAt(one.asked);
      done += 1;
      const name = `${one.asked.kind}: ${status}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      if (problems.length > 0) failed ??= { ...one, problems };
      if (failed !== undefined) return;
      if (done % PROGRESS_EVERY === 0) onProgress?.(done);
    }
  };
  await Promise.all(Array.from({ length: target.connections }, client));
  const failure = failed === undefined ? undefined : await shrink(target, failed);
  return { done, seen, failure };
}

/** The same case by its seed, tried again in ever smaller forms. */
async function shrink(
  target: FuzzTarget,
  { seed, index, asked, problems: first }: Failed,
): Promise<FuzzFailure> {
  let smallest = asked;
  let found: readonly string[] = [];
  const property = fc.asyncProperty(fuzzCase, async (smaller) => {
    const { problems } = await target.throwAt(smaller);
    if (problems.length === 0) return true;
    smallest = smaller;
    found = problems;
    return false;
  });
  await fc.check(property, { seed, path: String(index), numRuns: 1, interruptAfterTimeLimit: SHRINK_MS });
  if (found.length > 0) return { seed, smallest, problems: found };
  return {
    seed,
    smallest,
    problems: [...first, 'This happened once, and not when the case was sent again.'],
  };
}
