import type { JsonObject } from '../../contract.ts';
import type { Suite } from '../../board/run-lines.ts';
import type { Result } from '../../generated/prompt-response.ts';

/** One prompt of a suite. */
export interface Row {
  readonly id: string;
  readonly prompt: string;
  readonly system_prompt?: string;
  readonly tags: readonly string[];
  /** Further fields of the request, which only a logged request has. */
  readonly more?: JsonObject;
  /** What the baseline answered once, where it is not asked again. */
  readonly logged?: Result;
}

/** A suite's file, read and checked. */
export interface LoadedSuite {
  readonly suite: Suite;
  readonly rows: readonly Row[];
  /** Requests that may run at the same time. */
  readonly concurrency: number;
  /** What was left out of a file of another program, for people. */
  readonly notes: readonly string[];
}

export const MAX_ROWS = 20_000;
/** Of a file of prompts, in bytes. */
export const MAX_PROMPTS_BYTES = 67_108_864;
