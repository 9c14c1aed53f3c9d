import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFailure } from './describe-failure.ts';
import { KIND_NAMES } from './fuzz-case.ts';
import { startFuzzTarget, type FuzzTarget } from './fuzz-target.ts';
import { runFuzz } from './run-fuzz.ts';

const CASES = 4_000;
/** Other cases each time; FUZZ_SEED repeats them. */
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

describe(`${CASES} random and mutated bodies (FUZZ_SEED=${SEED})`, () => {
  let target: FuzzTarget;
  beforeAll(async () => {
    target = await startFuzzTarget();
  });
  afterAll(() => target.stop());

  it('are each answered as documented, and leave the books exact', async () => {
    process.stdout.write(`\nFUZZ_SEED=${SEED}\n`);
    const { done, seen, failure } = await runFuzz(target, { cases: CASES, seed: SEED });
    expect(failure === undefined ? '' : describeFailure(failure)).toBe('');
    expect(done).toBe(CASES);
    expect(await target.aftermath()).toEqual([]);
    // What is thrown is worth throwing: every kind came up, and most were let in, refused, or both.
    for (const kind of KIND_NAMES)
      expect([...seen.keys()].some((name) => name.startsWith(`${kind}: `))).toBe(true);
    for (const name of ['a request with values changed', 'a request with bytes changed', 'a hostile schema'])
      for (const status of [200, 400]) expect(seen.get(`${name}: ${status}`)).toBeGreaterThan(3);
    expect(seen.get('a long body: 413')).toBeGreaterThan(0);
  });
});
