import type { GatewayFigures } from './watch-gateway.ts';

export interface Sample extends GatewayFigures {
  readonly atMs: number;
  /** Requests answered so far. */
  readonly requests: number;
}

/** What a soak came to. */
export interface SoakRecord {
  /** In the order of their times. */
  readonly samples: readonly Sample[];
  /** Before the load, and after it once nothing was under way. */
  readonly idleBefore: GatewayFigures;
  readonly idleAfter: GatewayFigures;
  /** Answers by their status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests whose connection was closed, with attackers about: at the cap an idle one makes way for a new one. */
  readonly cutOff: number;
  /** Answers that were not as documented. */
  readonly wrongAnswers: readonly string[];
  /** What the gateway logged as errors or printed beside its log. */
  readonly complaints: readonly string[];
  /** Of the ledger's own check, at any time. */
  readonly brokenInvariants: readonly string[];
  readonly accounts: readonly AccountBooks[];
}

/** Micro-credits. */
export interface AccountBooks {
  readonly name: string;
  readonly opening: number;
  readonly posted: number;
  readonly reserved: number;
  /** The sum of `creditsUsed` over its answers. */
  readonly answered: number;
}

export interface Judgement {
  readonly what: string;
  readonly isMet: boolean;
  readonly figures: string;
}

/** So few figures say nothing of a trend. */
const MIN_SAMPLES = 6;
/** Of the second third, and a little beside for what is counted in pages. */
const HEAP_GROWTH = 1.05;
const RSS_GROWTH = 1.1;
const SLACK_BYTES = 2_000_000;
const HANDLE_GROWTH = 1.1;
/** Of all answers: what a machine that is busy with other things may turn away. */
const MAX_TURNED_AWAY = 0.005;
/** A timer or a connection that just closes. */
export const SLACK_HANDLES = 4;

/**
 * Whether a gateway could go on like this. The first third is for warming up: caches fill, code is compiled. Memory and
 * handles of the last third are held against the second, by their medians; handles once more when all is quiet.
 */
export function judgeSoak(record: SoakRecord): readonly Judgement[] {
  const { samples, idleBefore, idleAfter } = record;
  const third = Math.floor(samples.length / 3);
  const second = samples.slice(third, 2 * third);
  const last = samples.slice(2 * third);
  const trend = (figure: (sample: Sample) => number): readonly [number, number] => [
    median(second.map(figure)),
    median(last.map(figure)),
  ];
  const [heapThen, heapNow] = trend(({ heapBytes }) => heapBytes);
  const [rssThen, rssNow] = trend(({ rssBytes }) => rssBytes);
  const [handlesThen, handlesNow] = trend(({ handles }) => handles);
  const answers = [...record.statuses.values()].reduce((sum, count) => sum + count, 0);
  const busy = record.statuses.get(503) ?? 0;
  const turnedAway = busy + record.cutOff;
  return [
    {
      what: 'enough figures',
      isMet: samples.length >= MIN_SAMPLES,
      figures: `${samples.length} samples, ${samples.at(-1)?.requests ?? 0} requests`,
    },
    {
      what: 'heap after collection flat',
      isMet: heapNow <= heapThen * HEAP_GROWTH + SLACK_BYTES,
      figures: `${megabytes(heapThen)} in the second third, ${megabytes(heapNow)} in the last`,
    },
    {
      what: 'resident memory flat',
      isMet: rssNow <= rssThen * RSS_GROWTH + SLACK_BYTES,
      figures: `${megabytes(rssThen)} in the second third, ${megabytes(rssNow)} in the last`,
    },
    {
      what: 'handles flat under load',
      isMet: handlesNow <= handlesThen * HANDLE_GROWTH + SLACK_HANDLES,
      figures: `${handlesThen} in the second third, ${handlesNow} in the last`,
    },
    {
      what: 'handles given back',
      isMet: idleAfter.handles <= idleBefore.handles + SLACK_HANDLES,
      figures: `${idleBefore.handles} before, ${idleAfter.handles} after ${described(idleAfter.kinds)}`,
    },
    {
      what: 'next to nothing turned away',
      isMet: turnedAway <= answers * MAX_TURNED_AWAY,
      figures: `${busy} of ${answers} as 503, ${record.cutOff} connections closed`,
    },
    listed('every answer documented', record.wrongAnswers),
    listed('no error logged', record.complaints),
    listed('ledger invariants', record.brokenInvariants),
    listed(
      'ledger exact',
      record.accounts.flatMap((books) => inexact(books, record.cutOff > 0)),
    ),
  ];
}

/** @param isCutOff a client whose connection was closed is charged for an answer it has not seen. */
function inexact(
  { name, opening, posted, reserved, answered }: AccountBooks,
  isCutOff: boolean,
): readonly string[] {
  const charged = opening - posted;
  return [
    ...(charged === answered || (isCutOff && charged > answered)
      ? []
      : [`${name}: charged ${charged} micro-credits, and its answers say ${answered}`]),
    ...(reserved === 0 ? [] : [`${name}: ${reserved} micro-credits still held`]),
  ];
}

function listed(what: string, problems: readonly string[]): Judgement {
  return {
    what,
    isMet: problems.length === 0,
    figures: problems.slice(0, 10).join('\n    '),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function described(kinds: Readonly<Record<string, number>>): string {
  return `(${Object.entries(kinds)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ')})`;
}
