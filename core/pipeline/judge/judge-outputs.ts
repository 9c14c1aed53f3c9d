import { performance } from 'node:perf_hooks';
import type { Evaluation } from '../../generated/prompt-response.ts';
import { EndingSource } from '../../upstream/ending.ts';
import type { CheckedRun } from '../call/run-checked.ts';
import { judgePair, type Contestant, type JudgedPair, type PairQuestion } from './judge-pair.ts';
import type { JudgeSeat } from './judge-seat.ts';
import { neutralised, type RequestTexts } from '../plan/request-texts.ts';
import { runModel, type RunContext } from '../call/run-model.ts';
import type { JudgeWeights } from './score-pair.ts';
import { createSlots } from '../../upstream/slots.ts';

/** Judge calls one request has in flight; shared out evenly, so that a slow judge starves no other. */
const CALLS_PER_REQUEST = 64;

export interface JudgingJob {
  readonly seats: readonly JudgeSeat[];
  /** One per entry of `models`; none rejects. */
  readonly outputs: readonly Promise<CheckedRun>[];
  readonly weights: JudgeWeights;
  readonly texts: RequestTexts;
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
  const contestants = job.outputs.map(async (output, index) => toContestant(await output, index, job.texts));
  try {
    return await Promise.all(
      job.seats.flatMap((seat) =>
        judgeAll(seat, { ...job, contestants }, { ...context, deadline, turns: createSlots(turns) }),
      ),
    );
  } finally {
    clearTimeout(timer);
    forget();
  }
}

/** Each answer is neutralised once, however many judges and pairs it is shown in. */
async function toContestant(checked: CheckedRun, index: number, texts: RequestTexts): Promise<Contestant> {
  const { outcome } = checked.run;
  if (!('text' in outcome)) return { index, checked, shown: '' };
  return { index, checked, shown: await neutralised(outcome.text, texts).catch(() => undefined) };
}

interface SeatContext extends RunContext {
  readonly turns: ReturnType<typeof createSlots>;
}

interface SeatJob extends Pick<JudgingJob, 'weights' | 'texts' | 'onJudged'> {
  readonly contestants: readonly Promise<Contestant>[];
}

function judgeAll(seat: JudgeSeat, job: SeatJob, context: SeatContext): readonly Promise<JudgedPair>[] {
  const run: PairQuestion['run'] = async (plan) => {
    const { turns, accountId, deadline, abandoned } = context;
    const entry = await turns.acquire('judge', accountId, [deadline.ending, abandoned]);
    try {
      // Without a turn the deadline has passed or the client has gone; the run says so and sends nothing.
      return await runModel(plan(), context);
    } finally {
      if (entry === 'held') turns.release(accountId);
    }
  };
  return pairsOf(job.contestants.length).map(async ([indexA, indexB]) => {
    const [a, b] = await Promise.all([contestantAt(job, indexA), contestantAt(job, indexB)]);
    const pair = await judgePair({ seat, a, b, weights: job.weights, texts: job.texts, run });
    job.onJudged(pair);
    return pair;
  });
}

function contestantAt({ contestants }: SeatJob, index: number): Promise<Contestant> {
  const contestant = contestants[index];
  if (contestant === undefined) throw new RangeError(`there is no output ${index}`);
  return contestant;
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
