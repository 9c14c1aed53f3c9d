import { performance } from 'node:perf_hooks';
import type { Evaluation } from '../generated/prompt-response.ts';
import { EndingSource } from './ending.ts';
import type { CheckedRun } from './run-checked.ts';
import { judgePair, type JudgedPair } from './judge-pair.ts';
import type { JudgeSeat } from './judge-seat.ts';
import { runModel, type RunContext } from './run-model.ts';
import type { JudgeWeights } from './score-pair.ts';
import { createSlots } from './slots.ts';

/** Judge calls one request has in flight; shared out evenly, so that a slow judge starves no other. */
const CALLS_PER_REQUEST = 64;

export interface JudgingJob {
  readonly seats: readonly JudgeSeat[];
  /** One per entry of `models`; none rejects. */
  readonly outputs: readonly Promise<CheckedRun>[];
  readonly weights: JudgeWeights;
  /** From the last output on, milliseconds: then what is outstanding becomes a failed run, and the response goes out. */
  readonly timeoutMs: number;
  /** Told of each evaluation the moment it is final. Must not throw. */
  readonly onJudged: (pair: JudgedPair) => void;
}

/**
 * Every judge compares every pair, each pair from the moment both its outputs exist.
 * @returns ordered by judge, then by the pair, whatever finished first.
 */
export async function judgeOutputs(job: JudgingJob, context: RunContext): Promise<readonly JudgedPair[]> {
  if (job.seats.length === 0 || job.outputs.length < 2) return [];
  const ending = new EndingSource();
  const forget = context.deadline.ending.whenOver(() => ending.end());
  let timer: NodeJS.Timeout | undefined;
  let { endsAt } = context.deadline;
  void Promise.allSettled(job.outputs).then(() => {
    timer = setTimeout(() => ending.end(), job.timeoutMs);
    endsAt = Math.min(endsAt, performance.now() + job.timeoutMs);
  });
  const deadline = {
    ending,
    get endsAt() {
      return endsAt;
    },
  };
  const slots = Math.max(1, Math.floor(CALLS_PER_REQUEST / job.seats.length));
  // The limit of judge runs bounds this queue.
  const turns = { slots, queue: Number.POSITIVE_INFINITY };
  try {
    return await Promise.all(
      job.seats.flatMap((seat) => judgeAll(seat, job, { ...context, deadline, turns: createSlots(turns) })),
    );
  } finally {
    clearTimeout(timer);
    forget();
  }
}

interface SeatContext extends RunContext {
  readonly turns: ReturnType<typeof createSlots>;
}

function judgeAll(seat: JudgeSeat, job: JudgingJob, context: SeatContext): readonly Promise<JudgedPair>[] {
  const run = async (planned: Parameters<typeof runModel>[0]) => {
    const entry = await context.turns.acquire('judge', [context.deadline.ending, context.abandoned]);
    try {
      // Without a turn the deadline has passed or the client has gone; the run says so and sends nothing.
      return await runModel(planned, context);
    } finally {
      if (entry === 'held') context.turns.release();
    }
  };
  return pairsOf(job.outputs.length).map(async ([indexA, indexB]) => {
    const [a, b] = await Promise.all([outputAt(job, indexA), outputAt(job, indexB)]);
    const pair = await judgePair({
      seat,
      a: { index: indexA, checked: a },
      b: { index: indexB, checked: b },
      weights: job.weights,
      run,
    });
    job.onJudged(pair);
    return pair;
  });
}

function outputAt({ outputs }: JudgingJob, index: number): Promise<CheckedRun> {
  const output = outputs[index];
  if (output === undefined) throw new RangeError(`there is no output ${index}`);
  return output;
}

/** Every pair of n, the lower index first. */
export function pairsOf(count: number): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < count; a += 1) for (let b = a + 1; b < count; b += 1) pairs.push([a, b]);
  return pairs;
}

/** Of all pairs that two judges decided, how many winners they share. */
export function countAgreement(evaluations: readonly Evaluation[]): {
  readonly agreed: number;
  readonly disagreed: number;
} {
  let agreed = 0;
  let disagreed = 0;
  for (const one of evaluations) {
    for (const other of evaluations) {
      const samePair = one.a.index === other.a.index && one.b.index === other.b.index;
      if (!samePair || one.judge.index >= other.judge.index || one.runs.length === 0) continue;
      if (one.winner === null || other.winner === null) continue;
      if (one.winner === other.winner) agreed += 1;
      else disagreed += 1;
    }
  }
  return { agreed, disagreed };
}
