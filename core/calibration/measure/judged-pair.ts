import type { JudgeRun } from '../../generated/prompt-response.ts';

/** Which of two answers is better, and what a judge says of them. */
export type Winner = 'a' | 'b' | 'tie';

/** The runs of one judge on a pair: answer a comes first in the first run, answer b in the second. */
export interface JudgedRuns {
  readonly runs: readonly [RunFigures, RunFigures];
}

export interface RunFigures extends Pick<JudgeRun, 'status' | 'winner' | 'latencyMs' | 'providerCost'> {}

/** A pair whose better answer is known, and what every judge made of it. */
export interface JudgedPair {
  readonly label: Winner;
  /** The models that wrote the answers, if known. */
  readonly models: readonly [string, string] | undefined;
  /** Characters of each answer. */
  readonly lengths: readonly [number, number];
  /** By judge, in the order of the panel; undefined for a judge without runs. */
  readonly judges: readonly (JudgedRuns | undefined)[];
}

/**
 * The score of both orders, as in a request: from -1 (b) to 1 (a). A win and a tie is half a win, a win each way a tie.
 * @returns undefined unless both were read: a lone run carries the bias that the swap removes.
 */
export function scoreOf(judged: JudgedRuns | undefined): number | undefined {
  if (judged === undefined) return undefined;
  const [one, other] = judged.runs.map(({ winner }) => valueOf(winner));
  return one === undefined || other === undefined ? undefined : (one + other) / 2;
}

function valueOf(winner: RunFigures['winner']): number | undefined {
  if (winner === null) return undefined;
  return winner === 'tie' ? 0 : winner === 'a' ? 1 : -1;
}

export function winnerOf(score: number): Winner {
  return score > 0 ? 'a' : score < 0 ? 'b' : 'tie';
}

/** Whether it named one winner in one order and the other in the other. */
export function isFlip({ runs: [one, other] }: JudgedRuns): boolean {
  return (one.winner === 'a' && other.winner === 'b') || (one.winner === 'b' && other.winner === 'a');
}
