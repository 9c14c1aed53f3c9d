import type { BenchOptions } from './bench-options.ts';
import { inTurns } from './in-turns.ts';
import { findCapacity } from './streaming/find-capacity.ts';
import {
  printStreaming,
  type AnswerFigures,
  type IdleMemory,
  type StreamingFigures,
} from './streaming/print-streaming.ts';
import { startProxy, startStreamingAssay, type StreamSubject } from './streaming/stream-subject.ts';
import {
  ENDLESS,
  openStreamSurroundings,
  type StreamLoad,
  type StreamSurroundings,
} from './streaming/surroundings.ts';
import { CAN_PIN } from './throughput/pinned-process.ts';
import { writeFigures } from './write-figures.ts';

interface Plan {
  /** Of what is measured for a while. A search for the most streams looks several times, and memory varies little. */
  readonly rounds: number;
  readonly windowMs: number;
  /** For each number of streams that is tried. */
  readonly trialMs: number;
  readonly idleStreams: number;
}

const FULL: Plan = { rounds: 3, windowMs: 4_000, trialMs: 3_000, idleStreams: 1_000 };
const QUICK: Plan = { rounds: 1, windowMs: 3_000, trialMs: 2_000, idleStreams: 500 };
const MEMORY_WARM_UP_MS = 3_000;
const STREAMS = [1, 64];
/** Whole answers, one after the other: all tokens at once, and a hundred a second. */
const ANSWER_STREAMS = 32;
const ANSWER_TOKENS = [20, 500];
const ANSWER_INTERVALS_MS = [0, 10];
/** Fifty tokens a second. */
const TOKEN_EVERY_MS = 20;
/** Until code is compiled: a gateway runs for weeks. */
const WARM_UP_MS = 8_000;
/** Of short streams that begin again and again; one alone begins more often, for the same number of first tokens. */
const THINK_MS = 100;
const SHORT_TOKENS = 40;
const SHORTEST_TOKENS = 3;

type StartSubject = (upstreamUrl: string) => Promise<StreamSubject>;

const STARTABLE: readonly { readonly name: string; readonly start: StartSubject }[] = [
  { name: 'proxy', start: startProxy },
  { name: 'Assay', start: startStreamingAssay },
];

/** The whole gateway, everything on, against the least a proxy of the same streams in Node can be. */
export async function streamingBench({ quick, jsonPath }: BenchOptions): Promise<void> {
  const plan = quick ? QUICK : FULL;
  const surroundings = await openStreamSurroundings();
  const subjects: StreamSubject[] = [];
  try {
    for (const { start } of STARTABLE) subjects.push(await start(surroundings.upstreamUrl));
    console.log(
      `  medians of ${plan.rounds} rounds, in turns; most streams and memory once; ` +
        (CAN_PIN ? 'the subject has a processor of its own' : 'nothing is pinned to a processor here'),
    );
    const figures = await measureAll(subjects, surroundings, plan);
    printStreaming(figures);
    writeFigures(jsonPath, { pinned: CAN_PIN, plan, ...figures });
  } finally {
    for (const subject of subjects) await subject.stop();
    await surroundings.stop();
  }
}

async function measureAll(
  subjects: readonly StreamSubject[],
  surroundings: StreamSurroundings,
  plan: Plan,
): Promise<StreamingFigures> {
  for (const subject of subjects) await surroundings.measure(shortStreams(subject, 64, WARM_UP_MS));
  const firstTokens = await inTurns(subjects, plan.rounds, STREAMS, (subject, streams) =>
    surroundings.measure(shortStreams(subject, streams, plan.windowMs)),
  );
  const tokens = await inTurns(subjects, plan.rounds, [64], (subject, streams) =>
    surroundings.measure(longStreams(subject, streams, plan.windowMs)),
  );
  const answers: AnswerFigures[] = [];
  for (const tokenEveryMs of ANSWER_INTERVALS_MS)
    answers.push({
      tokenEveryMs,
      tokens: await inTurns(subjects, plan.rounds, ANSWER_TOKENS, (subject, length) =>
        surroundings.measure(answerStreams(subject, { length, tokenEveryMs }, plan.windowMs)),
      ),
    });
  const capacities = await inTurns(subjects, 1, [0], (subject) =>
    findCapacity((streams) => surroundings.measure(longStreams(subject, streams, plan.trialMs)), subject),
  );
  const memories = await inTurns(STARTABLE, 1, [plan.idleStreams], ({ start }, streams) =>
    idleMemory(start, streams, surroundings),
  );
  return { firstTokens, tokens, answers, capacities, memories };
}

function shortStreams(subject: StreamSubject, streams: number, windowMs: number): StreamLoad {
  const tokens = streams === 1 ? SHORTEST_TOKENS : SHORT_TOKENS;
  const startEveryMs = Math.floor((THINK_MS + tokens * TOKEN_EVERY_MS) / streams);
  const pace = { thinkMs: THINK_MS, tokens, tokenEveryMs: TOKEN_EVERY_MS, startEveryMs };
  return { subject, streams, ...pace, settleMs: 1_500, windowMs };
}

interface Answer {
  /** Tokens. */
  readonly length: number;
  readonly tokenEveryMs: number;
}

function answerStreams(
  subject: StreamSubject,
  { length, tokenEveryMs }: Answer,
  windowMs: number,
): StreamLoad {
  const pace = { thinkMs: 1, tokens: length, tokenEveryMs, startEveryMs: 7 };
  return { subject, streams: ANSWER_STREAMS, ...pace, settleMs: 1_500, windowMs };
}

function longStreams(subject: StreamSubject, streams: number, windowMs: number): StreamLoad {
  const pace = { thinkMs: 20, tokens: ENDLESS, tokenEveryMs: TOKEN_EVERY_MS, startEveryMs: 2 };
  return { subject, streams, ...pace, settleMs: 2_000, windowMs };
}

/** Of a process that had few streams before: memory that was once taken is seldom given back. */
async function idleMemory(
  start: StartSubject,
  streams: number,
  surroundings: StreamSurroundings,
): Promise<IdleMemory> {
  const subject = await start(surroundings.upstreamUrl);
  try {
    const few = Math.round(streams / 10);
    await surroundings.measure(shortStreams(subject, few, MEMORY_WARM_UP_MS));
    const less = await surroundings.hold({ subject, streams: few }, () => subject.memory());
    const more = await surroundings.hold({ subject, streams }, () => subject.memory());
    return {
      rssBytes: (more.rssBytes - less.rssBytes) / (streams - few),
      heapBytes: (more.heapBytes - less.heapBytes) / (streams - few),
    };
  } finally {
    await subject.stop();
  }
}
