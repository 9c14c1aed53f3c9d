import { array, assert, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check';
import { AggregatorRegistry, Counter, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { HeldCounter, HeldHistogram } from '../../core/metrics/held-series.ts';
import { cases } from '../support/whole-run.ts';

const LABELS = ['model', 'role'] as const;
const BUCKETS = [0.5, 1, 4];
const SERIES = [
  { model: 'a', role: 'judge' },
  { role: 'judge', model: 'b' },
  { model: 'a"\\\n', role: '' },
];

/** The same counts, once by prom-client alone and once held. */
function pair() {
  const plain = new Registry();
  const held = new Registry();
  const counter = { name: 'runs_total', help: 'Runs.', labelNames: LABELS };
  const histogram = { name: 'seconds', help: 'Seconds.', labelNames: LABELS, buckets: BUCKETS };
  const of = (register: Registry) => ({ registers: [register] });
  return {
    plain: {
      register: plain,
      counter: new Counter({ ...counter, ...of(plain) }),
      histogram: new Histogram({ ...histogram, ...of(plain) }),
    },
    held: {
      register: held,
      counter: new HeldCounter({ ...counter, ...of(held) }),
      histogram: new HeldHistogram({ ...histogram, ...of(held) }),
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

describe('held series', () => {
  it('say what prom-client says of the same counts, in text and as JSON, however often they are asked', async () => {
    await assert(
      asyncProperty(counts, counts, async (before, after) => {
        const { plain, held } = pair();
        for (const some of [before, after]) {
          for (const { series, value } of some) {
            plain.counter.inc(series, value);
            held.counter.hold({ ...series }).add(value);
            plain.histogram.observe(series, value);
            held.histogram.hold({ ...series }).observe(value);
          }
          // One after the other: each is to see what was counted before.
          // oxlint-disable-next-line eslint/no-await-in-loop
          expect(await held.register.metrics()).toBe(await plain.register.metrics());
          // oxlint-disable-next-line eslint/no-await-in-loop
          expect(await summed(held.register)).toBe(await summed(plain.register));
        }
      }),
      { numRuns: cases(200) },
    );
  });

  it('are there from the moment they are held', async () => {
    const { held } = pair();
    held.counter.hold({ model: 'a', role: 'judge' });
    held.histogram.hold({ model: 'a', role: 'judge' });
    const text = await held.register.metrics();
    expect(text).toContain('runs_total{model="a",role="judge"} 0');
    expect(text).toContain('seconds_count{model="a",role="judge"} 0');
  });
});

/** Two snapshots added up by prom-client: its JSON must hold what its text does. */
async function summed(register: Registry): Promise<string> {
  const snapshot = await register.getMetricsAsJSON();
  return await AggregatorRegistry.aggregate([snapshot, snapshot]).metrics();
}
