import type { Result } from '../generated/prompt-response.ts';
import type { AnswerFigures } from './answer-figures.ts';
import type { BoardDifference, BoardModel, BoardPair } from './board-figures.ts';
import type { Interval } from './interval.ts';
import type { AnswerLine, LogCounts, RunHead } from './run-lines.ts';
import { mean, quantile } from './spread.ts';

/** The same figure of the model to leave and of a successor, over the prompts that both answered. */
export interface Change {
  readonly before: number;
  readonly after: number;
  /** `after` by `before`; null where that was 0. */
  readonly ratio: number | null;
}

/**
 * A successor, compared with the model to leave. `undecided`: the interval of their difference does not leave out 0.
 * `unknown`: too few prompts compare them.
 */
export interface Successor {
  readonly modelId: string;
  readonly verdict: 'better' | 'worse' | 'undecided' | 'unknown';
  /** Of its comparisons with the model to leave. */
  readonly winRate: number | null;
  readonly interval: Interval | null;
  readonly judgedPrompts: number;
  /** Mean of an answer; null if there is no prompt that both answered. */
  readonly costUsd: Change | null;
  /** Median of an answer. */
  readonly latencyMs: Change | null;
  readonly asked: number;
  readonly failed: number;
  /** How many by `error.code`. */
  readonly failures: Readonly<Record<string, number>>;
  readonly schemaChecked: number;
  readonly schemaInvalid: number;
  readonly shutdown: string | null;
}

export interface Migration {
  /** The model to leave. */
  readonly old: string;
  /** Its day. */
  readonly shutdown: string | null;
  /** Whether it was asked again. */
  readonly answers: 'fresh' | 'logged';
  readonly log: LogCounts;
  /** Figures of the model to leave. */
  readonly before: Pick<
    AnswerFigures,
    'asked' | 'failed' | 'failures' | 'schemaChecked' | 'meanCostUsd' | 'medianLatencyMs'
  > & { readonly schemaInvalid: number };
  /** In the order of the board. */
  readonly successors: readonly Successor[];
  /** The successor to look at first; null if nothing is known of any. */
  readonly recommended: string | null;
}

/** What the board of a run knows before. */
interface BoardSoFar {
  readonly models: readonly BoardModel[];
  readonly pairs: readonly BoardPair[];
  readonly differences: readonly BoardDifference[];
}

/**
 * What a run says about leaving its baseline.
 * @returns null for the run of a suite.
 */
export function migrationOf(
  { suite, migration }: RunHead,
  answers: readonly AnswerLine[],
  board: BoardSoFar,
): Migration | null {
  const old = board.models.find(({ modelId }) => modelId === suite.baseline);
  if (migration === undefined || old === undefined) return null;
  const successors = board.models
    .filter(({ place }) => place !== old.place)
    .map((model) => ({
      modelId: model.modelId,
      ...comparison(board, model.modelId, old.modelId),
      ...changes(answers, old.place, model.place),
      asked: model.asked,
      failed: model.failed,
      failures: model.failures,
      schemaChecked: model.schemaChecked,
      schemaInvalid: model.schemaChecked - model.schemaValid,
      shutdown: migration.shutdowns[model.modelId] ?? null,
    }));
  return {
    old: old.modelId,
    shutdown: migration.shutdowns[old.modelId] ?? null,
    answers: migration.answers,
    log: migration.log,
    before: {
      asked: old.asked,
      failed: old.failed,
      failures: old.failures,
      schemaChecked: old.schemaChecked,
      schemaInvalid: old.schemaChecked - old.schemaValid,
      meanCostUsd: old.meanCostUsd,
      medianLatencyMs: old.medianLatencyMs,
    },
    successors,
    recommended: recommend(successors, board),
  };
}

function comparison(
  { pairs, differences }: BoardSoFar,
  modelId: string,
  old: string,
): Pick<Successor, 'verdict' | 'winRate' | 'interval' | 'judgedPrompts'> {
  const pair = pairs.find(
    ({ better, worse }) => (better === modelId && worse === old) || (better === old && worse === modelId),
  );
  if (pair === undefined) return { verdict: 'unknown', winRate: null, interval: null, judgedPrompts: 0 };
  const { better, judgedPrompts, rate, interval } = pair;
  const isBetter = better === modelId;
  const turned = interval && { low: 1 - interval.high, high: 1 - interval.low };
  return {
    verdict: verdictOf(differenceOf(differences, modelId, old), modelId),
    winRate: isBetter ? rate : 1 - rate,
    interval: isBetter ? interval : turned,
    judgedPrompts,
  };
}

function differenceOf(
  differences: BoardSoFar['differences'],
  one: string,
  other: string,
): BoardDifference | undefined {
  return differences.find(
    (found) =>
      (found.modelId === one && found.other === other) || (found.modelId === other && found.other === one),
  );
}

function verdictOf(
  difference: BoardDifference | undefined,
  modelId: string,
): 'better' | 'undecided' | 'unknown' | 'worse' {
  if (difference === undefined || difference.interval === null) return 'unknown';
  if (!difference.isDecisive) return 'undecided';
  return difference.modelId === modelId ? 'better' : 'worse';
}

function changes(
  answers: readonly AnswerLine[],
  old: number,
  place: number,
): Pick<Successor, 'costUsd' | 'latencyMs'> {
  const both = answers.flatMap(({ response: { results } }) => {
    const [before, after] = [results[old], results[place]];
    return before?.status === 'completed' && after?.status === 'completed' ? [{ before, after }] : [];
  });
  if (both.length === 0) return { costUsd: null, latencyMs: null };
  const change = (middle: (values: readonly number[]) => number, figure: (result: Result) => number) => {
    const before = middle(both.map((pair) => figure(pair.before)));
    const after = middle(both.map((pair) => figure(pair.after)));
    return { before, after, ratio: before === 0 ? null : after / before };
  };
  return {
    costUsd: change(mean, ({ providerCost }) => providerCost),
    latencyMs: change(median, ({ latencyMs }) => latencyMs),
  };
}

function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).toSorted(), 0.5);
}

const VERDICTS = ['better', 'undecided', 'worse'] as const;

/**
 * Of the successors with the best verdict, the cheapest that is not decisively worse than the first of them.
 * @param successors the one with the highest rating first.
 */
function recommend(successors: readonly Successor[], { differences }: BoardSoFar): string | null {
  for (const wanted of VERDICTS) {
    const [first, ...others] = successors.filter(({ verdict }) => verdict === wanted);
    if (first === undefined) continue;
    const equals = others.filter(({ modelId }) => {
      const difference = differenceOf(differences, first.modelId, modelId);
      return difference !== undefined && difference.interval !== null && !difference.isDecisive;
    });
    const cost = ({ costUsd }: Successor) => costUsd?.after ?? Infinity;
    return equals.reduce((best, one) => (cost(one) < cost(best) ? one : best), first).modelId;
  }
  return null;
}
