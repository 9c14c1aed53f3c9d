import { describe, expect, it } from 'vitest';
import { judgeSoak, type Sample, type SoakRecord } from './judge-soak.ts';

const MEGABYTE = 1_000_000;
const COUNT = 30;

/** A soak that is well: a little noise, and a first third that is still filling. */
function record(
  change: Partial<SoakRecord> = {},
  sampleOf: (index: number) => Partial<Sample> = () => ({}),
): SoakRecord {
  const quiet = { heapBytes: 40 * MEGABYTE, rssBytes: 120 * MEGABYTE, handles: 9, kinds: { Timeout: 9 } };
  const samples = Array.from({ length: COUNT }, (_, index) => ({
    atMs: index * 5_000,
    requests: index * 1_000,
    heapBytes: (Math.min(60, 40 + index * 2) + (index % 3)) * MEGABYTE,
    rssBytes: (Math.min(180, 120 + index * 6) + (index % 5)) * MEGABYTE,
    handles: 30 + (index % 4),
    kinds: {},
    ...sampleOf(index),
  }));
  return {
    samples,
    idleBefore: quiet,
    idleAfter: quiet,
    statuses: new Map([
      [200, 9_960],
      [503, 40],
    ]),
    cutOff: 0,
    wrongAnswers: [],
    complaints: [],
    brokenInvariants: [],
    accounts: [{ name: 'a', opening: 1_000, posted: 700, reserved: 0, answered: 300 }],
    ...change,
  };
}

const failures = (soak: SoakRecord): readonly string[] =>
  judgeSoak(soak)
    .filter(({ isMet }) => !isMet)
    .map(({ what }) => what);

describe('a soak is judged', () => {
  it('well, where memory rises at first and then stays', () => {
    expect(failures(record())).toEqual([]);
  });

  it.each<[string, SoakRecord]>([
    ['heap after collection flat', record({}, (index) => ({ heapBytes: (40 + index) * MEGABYTE }))],
    ['resident memory flat', record({}, (index) => ({ rssBytes: (120 + index * 3) * MEGABYTE }))],
    ['handles flat under load', record({}, (index) => ({ handles: 30 + index }))],
    [
      'handles given back',
      record({ idleAfter: { heapBytes: 0, rssBytes: 0, handles: 40, kinds: { TCPSocketWrap: 40 } } }),
    ],
    [
      'next to nothing turned away',
      record({
        statuses: new Map([
          [200, 9_900],
          [503, 100],
        ]),
      }),
    ],
    ['next to nothing turned away', record({ cutOff: 60 })],
    ['every answer documented', record({ wrongAnswers: ['plain: 500'] })],
    ['no error logged', record({ complaints: ['{"level":50}'] })],
    ['ledger invariants', record({ brokenInvariants: ['entries: one is missing'] })],
    [
      'ledger exact',
      record({ accounts: [{ name: 'a', opening: 1_000, posted: 699, reserved: 0, answered: 300 }] }),
    ],
    [
      'ledger exact',
      record({ accounts: [{ name: 'a', opening: 1_000, posted: 700, reserved: 1, answered: 300 }] }),
    ],
    ['enough figures', { ...record(), samples: record().samples.slice(0, 5) }],
  ])('badly for one thing alone: %s', (what, soak) => {
    expect(failures(soak)).toContain(what);
    if (what !== 'enough figures') expect(failures(soak)).toEqual([what]);
  });

  it('badly without a single figure', () => {
    expect(failures({ ...record(), samples: [] })).toContain('heap after collection flat');
  });
});
