import type { Turn } from '../../client/request-parts.ts';

export interface AttachedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly base64: string;
  /** Only of a picture. */
  readonly previewUrl: string | undefined;
}

export type TuningValue = string | number | boolean;

/** The contents of the form. Numbers stay texts until the request is built, which reports invalid ones. */
export interface Draft {
  readonly prompt: string;
  /** In the order of the reader's choice. */
  readonly models: readonly string[];
  readonly judges: readonly string[];
  readonly judgePrompt: string;
  readonly weights: Readonly<Record<Axis, number>>;
  /** Probability of the best answer at which judging stops; empty if every pair is judged. */
  readonly judgeUntil: string;
  readonly system: string;
  readonly temperature: string;
  readonly topP: string;
  readonly maxTokens: string;
  readonly schema: string;
  /** By model, then by parameter. */
  readonly tuning: Readonly<Record<string, Readonly<Record<string, TuningValue>>>>;
  readonly files: readonly AttachedFile[];
  readonly zeroDataRetention: boolean;
  /** Whether the account's cache may answer. */
  readonly earlierAnswers: boolean;
  /** Earlier turns of the conversation, the oldest first. */
  readonly history: readonly Turn[];
  /** Unchanged fields of an earlier request that the form lacks. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export type Axis = 'accuracy' | 'speed' | 'cost';

export const EMPTY_DRAFT: Draft = {
  prompt: '',
  models: [],
  judges: [],
  judgePrompt: '',
  weights: { accuracy: 1, speed: 0, cost: 0 },
  judgeUntil: '',
  system: '',
  temperature: '',
  topP: '',
  maxTokens: '',
  schema: '',
  tuning: {},
  files: [],
  zeroDataRetention: false,
  earlierAnswers: false,
  history: [],
  extra: {},
};
