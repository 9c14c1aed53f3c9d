import type { Run } from '../../../core/board/read-run.ts';
import type { AnswerLine, RunHead } from '../../../core/board/run-lines.ts';
import type { Evaluation, PromptResponse, Result } from '../../../core/generated/prompt-response.ts';
import { sampleEvaluation, sampleResult } from './sample-response.ts';

export interface SampleAnswer {
  readonly models: readonly string[];
  /** Results that differ from the sample, by the place of their model. */
  readonly results?: Readonly<Record<number, Partial<Result>>>;
  readonly evaluations?: readonly Evaluation[];
  readonly creditsUsed?: number;
}

export function sampleResponse({
  models,
  results = {},
  evaluations = [],
  creditsUsed = 1,
}: SampleAnswer): PromptResponse {
  return {
    promptLogId: '0199a3f4-519f-7086-92c8-1fd9f0f912c8',
    results: models.map((modelId, place) =>
      sampleResult({ modelId, output: `Answer of ${modelId}.`, ...results[place] }),
    ),
    evaluations,
    consensus: evaluations.map(({ a, b, winner, winnerModelId, score }) => {
      const margin = score === null ? null : Math.abs(score);
      return { a, b, winner, winnerModelId, margin, judges: 1 };
    }),
    creditsUsed,
  };
}

export interface SampleRow {
  readonly tags?: readonly string[];
  readonly prompt?: string;
  /** What one judge made of each pair of places, such as `{ '0 1': 1 }`. */
  readonly scores?: Readonly<Record<string, number | null>>;
  readonly results?: SampleAnswer['results'];
}

export interface SampleRunAsked {
  readonly models: readonly string[];
  readonly rows: readonly SampleRow[];
  readonly suite?: Partial<RunHead['suite']>;
  readonly count?: number;
}

/** A run with one judge. */
export function sampleRun({ models, rows, suite = {}, count = rows.length }: SampleRunAsked): Run {
  const answers = rows.map(({ tags = [], prompt = 'Why?', scores = {}, results = {} }, place): AnswerLine => {
    const evaluations = Object.entries(scores).map(([pair, score]) => {
      const [a = 0, b = 0] = pair.split(' ').map(Number);
      return sampleEvaluation({
        a,
        b,
        score,
        members: {
          a: { index: a, modelId: models[a] ?? '' },
          b: { index: b, modelId: models[b] ?? '' },
          ...(score === null && { status: 'incomplete' }),
          runs: (['ab', 'ba'] as const).map((order) => ({
            order,
            status: score === null ? 'failed' : 'completed',
            winner: score === null ? null : score > 0 ? 'a' : score < 0 ? 'b' : 'tie',
            confidence: score === null ? null : 0.9,
            reasoning: 'Because.',
            tokensIn: 100,
            tokensOut: 20,
            latencyMs: 400,
            providerCost: 0.001,
          })),
        },
      });
    });
    return {
      type: 'answer',
      row: String(place + 1),
      tags,
      prompt,
      at: '2026-11-22T00:00:00.000Z',
      response: sampleResponse({ models, results, evaluations }),
    };
  });
  return {
    head: {
      type: 'run',
      version: 1,
      run: '4bb1f1e6-0f8e-4d2c-9a4b-2f7f4fd1a0a1',
      name: 'sample',
      startedAt: '2026-11-22T00:00:00.000Z',
      suite: { name: 'sample', models, judges: ['judge-0'], ...suite },
      prompts: { count, digest: 'digest' },
    },
    answers,
    missing: [],
    isTorn: false,
  };
}
