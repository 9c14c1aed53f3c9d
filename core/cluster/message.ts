import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { FileKeys } from '../config/key-files.ts';
import type { Readiness } from '../http/operators/create-operations.ts';
import type { FoundRegistry } from '../registry/find-registry.ts';
import type { ReloadProblem } from '../reload/reload-result.ts';
import type { Prepared } from '../reload/swappable.ts';

/** What a process has measured, as prom-client writes it for another process. */
export type MetricSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

/**
 * What a primary asks a worker, and what it gets. A question more is a row here and an answer in the worker; what all
 * workers must do together, or none, takes two: one that prepares and one that acts.
 */
export interface Answers {
  readonly readiness: Readiness;
  readonly metrics: MetricSnapshot;
  readonly prepare: { readonly prepared: Prepared } | { readonly problems: readonly ReloadProblem[] };
  /** False where it has not prepared that one. */
  readonly commit: boolean;
  readonly abort: true;
}

export type QuestionName = keyof Answers;

export interface Question {
  readonly ask: QuestionName;
  /** Of this question to this worker; the answer repeats it. */
  readonly id: number;
  /** The registry it is about, where it is about one. */
  readonly about?: FoundRegistry | undefined;
  /** What the primary has read from key files, for the registry it is about. */
  readonly keys?: FileKeys | undefined;
}

/** Answers a worker that is starting. Only this way do keys travel: arguments and environments of processes can be read. */
export interface GivenKeys {
  readonly given: FileKeys;
}

export type FromWorker =
  /** It waits for the keys. */
  | { readonly said: 'starting' }
  /** It takes requests at this port. */
  | { readonly said: 'listening'; readonly port: number }
  | { readonly said: 'answer'; readonly id: number; readonly answer: unknown }
  /** Its last word: everything is settled, and this is what it had measured. */
  | { readonly said: 'farewell'; readonly metrics: MetricSnapshot };

/** Others use the same channel: Node itself, and libraries. */
export function isQuestion(message: unknown): message is Question {
  return typeof message === 'object' && message !== null && 'ask' in message && 'id' in message;
}

export function isGivenKeys(message: unknown): message is GivenKeys {
  return typeof message === 'object' && message !== null && 'given' in message;
}

export function isFromWorker(message: unknown): message is FromWorker {
  return typeof message === 'object' && message !== null && 'said' in message;
}
