import type { Evaluation, Result } from '../../../core/generated/prompt-response.ts';

/** A completed result; name what matters. */
export function sampleResult(members: Partial<Result> = {}): Result {
  return {
    modelId: 'gpt-4o',
    status: 'completed',
    output: 'An answer.',
    tokensIn: 10,
    tokensOut: 20,
    latencyMs: 300,
    providerCost: 0.0001,
    credits: 0.01,
    ...members,
  };
}

export interface SampleVerdict {
  readonly judge?: number;
  readonly a: number;
  readonly b: number;
  readonly score: number | null;
  readonly members?: Partial<Evaluation>;
}

/** A judged pair; winner and agreement follow from the score unless they are named. */
export function sampleEvaluation({ judge = 0, a, b, score, members = {} }: SampleVerdict): Evaluation {
  const winner = score === null ? null : score > 0 ? 'a' : score < 0 ? 'b' : 'tie';
  return {
    id: `judge-${judge}-pair-${a}-${b}`,
    judge: { index: judge, modelId: `judge-${judge}` },
    a: { index: a, modelId: `model-${a}` },
    b: { index: b, modelId: `model-${b}` },
    status: 'completed',
    winner,
    winnerModelId: null,
    score,
    consistent: true,
    agreement: 'full',
    axes: {
      accuracy: { weight: 1, value: score },
      speed: { weight: 0, value: 0 },
      cost: { weight: 0, value: 0 },
    },
    runs: [],
    selfJudged: false,
    flags: [],
    ...members,
  };
}

export const FLIPPED: Partial<Evaluation> = { consistent: false, agreement: 'contradictory' };
