import type { JsonObject } from '../../contract.ts';
import type { Result } from '../../generated/prompt-response.ts';

/** What a run asks of whom, as a suite's file says it. */
export interface Suite {
  readonly name: string;
  readonly models: readonly string[];
  readonly judges: readonly string[];
  readonly judge_prompt?: string;
  /** How probable it is to be that the leader is best. */
  readonly judge_until?: number;
  readonly judge_weights?: JsonObject;
  /** Of the gateway, by name; `none` lets all judges count alike. */
  readonly calibration?: string;
  readonly settings?: JsonObject;
  readonly response_schema?: JsonObject;
  /** One of `models`: then only it is compared with the others. */
  readonly baseline?: string;
}

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
