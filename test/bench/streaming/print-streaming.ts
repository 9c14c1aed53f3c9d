import type { Rounds } from '../in-turns.ts';
import { printColumns } from '../print-columns.ts';
import { median } from '../scale/median.ts';
import type { Capacity } from './find-capacity.ts';
import type { StreamFigures } from './surroundings.ts';

/** Of one silent stream, bytes. */
export interface IdleMemory {
  /** By the operating system's count. */
  readonly rssBytes: number;
  readonly heapBytes: number;
}

/** Of answers that follow one another, by their tokens. */
export interface AnswerFigures {
  /** 0 where all come at once. */
  readonly tokenEveryMs: number;
  readonly tokens: readonly Rounds<StreamFigures>[];
}

export interface StreamingFigures {
  /** Of streams that begin again and again. */
  readonly firstTokens: readonly Rounds<StreamFigures>[];
  /** Of streams that go on. */
  readonly tokens: readonly Rounds<StreamFigures>[];
  readonly answers: readonly AnswerFigures[];
  readonly capacities: readonly Rounds<Capacity>[];
  readonly memories: readonly Rounds<IdleMemory>[];
}

type Row = readonly [what: string, assay: string, proxy: string, ratio: string, wanted: string];

const HEAD: Row = ['', 'Assay', 'proxy', 'ratio', 'wanted'];

/** Medians over the rounds; ratios are of the same round, then their median. */
export function printStreaming(figures: StreamingFigures): void {
  const { firstTokens, tokens, answers, capacities, memories } = figures;
  const levels = [...new Set(firstTokens.map(({ level }) => level))];
  const rows: readonly Row[] = [
    HEAD,
    ...levels.flatMap((level) => {
      const found = firstTokens.filter((rounds) => rounds.level === level);
      const what = `added time to first token, ${level} at once`;
      return [
        row(`${what}, p50`, found, ({ firstToken }) => firstToken.p50, inMs),
        row(
          `${what}, p99`,
          found,
          ({ firstToken }) => firstToken.p99,
          inMs,
          level === 1 ? '' : 'at most 3 ms',
        ),
      ];
    }),
    row('processor time of a token', tokens, ({ cpuMicrosPerToken }) => cpuMicrosPerToken, inMicros),
    ...answers.flatMap(answerRows),
    row('streams of 50 tokens a second', capacities, ({ streams }) => streams, String, 'ratio at least 0.5'),
    row('memory of an idle stream', memories, ({ rssBytes }) => rssBytes, inKilobytes, 'at most 64 KB'),
    row('of that on the heap', memories, ({ heapBytes }) => heapBytes, inKilobytes),
  ];
  printColumns(rows);
  for (const note of notesOn(figures)) console.log(`  ${note}`);
}

function answerRows({ tokenEveryMs, tokens }: AnswerFigures): readonly Row[] {
  const pace = tokenEveryMs === 0 ? 'at once' : `every ${tokenEveryMs} ms`;
  return [...new Set(tokens.map(({ level }) => level))].map((level) =>
    row(
      `processor time of a token, ${level} ${pace}`,
      tokens.filter((rounds) => rounds.level === level),
      ({ cpuMicrosPerToken }) => cpuMicrosPerToken,
      inMicros,
      'ratio at most 1.3',
    ),
  );
}

function row<Figures>(
  what: string,
  found: readonly Rounds<Figures>[],
  figure: (figures: Figures) => number,
  show: (value: number) => string,
  wanted = '',
): Row {
  const [assay, proxy] = ['Assay', 'proxy'].map(
    (name) => found.find(({ subject }) => subject === name)?.rounds.map(figure) ?? [],
  );
  const ratio = median((assay ?? []).map((value, round) => value / (proxy?.[round] ?? Number.NaN)));
  return [what, show(median(assay ?? [])), show(median(proxy ?? [])), ratio.toFixed(2), wanted];
}

const inMs = (value: number): string => `${value.toFixed(2)} ms`;
const inMicros = (value: number): string => `${value.toFixed(1)} us`;
const inKilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(0)} KB`;

/** What casts doubt on a figure. */
function notesOn({ firstTokens, tokens, answers, capacities }: StreamingFigures): readonly string[] {
  const busy = [...firstTokens, ...tokens, ...answers.flatMap((answer) => answer.tokens)].flatMap(
    ({ rounds }) => rounds,
  );
  const failed = busy.reduce((sum, figures) => sum + figures.failed, 0);
  const bounds = capacities
    .filter(({ rounds }) => rounds.some(({ isLowerBound }) => isLowerBound))
    .map(({ subject }) => `${subject}: provider and reader were the limit, so it may carry more streams`);
  return failed === 0 ? bounds : [...bounds, `${failed} STREAMS FAILED`];
}
