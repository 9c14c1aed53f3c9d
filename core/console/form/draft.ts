import type { Turn } from '../../client/request-parts.ts';
export interface AttachedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly base64: string;
  /** Of a picture. */
  readonly previewUrl: string | undefined;
}

export type TuningValue = string | number | boolean;

/** What stands in the form. Numbers are text until the request is built: only then is there someone to tell. */
export interface Draft {
  readonly prompt: string;
  /** In the order they were chosen. */
  readonly models: readonly string[];
  readonly judges: readonly string[];
  readonly judgePrompt: string;
  readonly weights: Readonly<Record<Axis, number>>;
  /** How probably one answer is to be the best before judging stops; empty if every pair is judged. */
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
  /** Whether answers that the account's cache has are taken from it. */
  readonly earlierAnswers: boolean;
  /** Earlier turns of the conversation, the oldest first. */
  readonly history: readonly Turn[];
  /** Fields of an earlier request that the form does not have, as they were. */
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
