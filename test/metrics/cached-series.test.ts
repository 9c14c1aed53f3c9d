import { array, assert, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check';
import { AggregatorRegistry, Counter, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { CachedCounter, CachedHistogram } from '../../core/metrics/cached-series.ts';
import { cases } from '../support/whole-run.ts';

const LABELS = ['model', 'role'] as const;
const BUCKETS = [0.5, 1, 4];
const SERIES = [
  { model: 'a', role: 'judge' },
  { role: 'judge', model: 'b' },
  { model: 'a"\\\n', role: '' },
];

/** The same metrics, once of prom-client alone and once with cached series. */
function pair() {
  const plain = new Registry();
  const cached = new Registry();
  const counter = { name: 'runs_total', help: 'Runs.', labelNames: LABELS };
  const histogram = { name: 'seconds', help: 'Seconds.', labelNames: LABELS, buckets: BUCKETS };
  const of = (register: Registry) => ({ registers: [register] });
  return {
    plain: {
      register: plain,
      counter: new Counter({ ...counter, ...of(plain) }),
      histogram: new Histogram({ ...histogram, ...of(plain) }),
    },
    cached: {
      register: cached,
      counter: new CachedCounter({ ...counter, ...of(cached) }),
      histogram: new CachedHistogram({ ...histogram, ...of(cached) }),
    },
  };
}

const counts = array(
  record({
    series: constantFrom(...SERIES),
    value: oneof(constantFrom(0, 0.5, 1, 4), integer({ min: 0, max: 9 })),
  }),
  { maxLength: 30 },
);

describe('cached series', () => {
  it('say what prom-client says of the same counts, in text and as JSON, however often they are asked', async () => {
    await assert(
      asyncProperty(counts, counts, async (before, after) => {
        const { plain, cached } = pair();
        for (const some of [before, after]) {
          for (const { series, value } of some) {
            plain.counter.inc(series, value);
            cached.counter.series({ ...series }).add(value);
            plain.histogram.observe(series, value);
            cached.histogram.series({ ...series }).observe(value);
          }
          // One after the other, because each must include the earlier counts.
          // oxlint-disable-next-line eslint/no-await-in-loop
          expect(await cached.register.metrics()).toBe(await plain.register.metrics());
          // oxlint-disable-next-line eslint/no-await-in-loop
          expect(await summed(cached.register)).toBe(await summed(plain.register));
        }
      }),
      { numRuns: cases(200) },
    );
  });

  it('exist once they were looked up', async () => {
    const { cached } = pair();
    cached.counter.series({ model: 'a', role: 'judge' });
    cached.histogram.series({ model: 'a', role: 'judge' });
    const text = await cached.register.metrics();
    expect(text).toContain('runs_total{model="a",role="judge"} 0');
    expect(text).toContain('seconds_count{model="a",role="judge"} 0');
  });
});

/** Two snapshots added up by prom-client, whose JSON must contain the same as its text. */
async function summed(register: Registry): Promise<string> {
  const snapshot = await register.getMetricsAsJSON();
  return await AggregatorRegistry.aggregate([snapshot, snapshot]).metrics();
}
