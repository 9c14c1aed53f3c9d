import type { PromptResponse, Result } from '../generated/prompt-response.ts';
import type { JsonObject } from '../model-facts.ts';

/** The first line of a run's file. If prompts are added later, a second head follows and replaces it. */
export interface RunHead {
  readonly type: 'run';
  readonly version: 1;
  /** A UUID. */
  readonly run: string;
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly suite: Suite;
  readonly prompts: { readonly count: number; readonly digest: string };
  /** The label of its requests at the gateway, if they have one. */
  readonly label?: string;
  /** Of a run of `assay eval migrate`. */
  readonly migration?: RunMigration;
  /** Of a run of `assay eval experiment`. */
  readonly experiment?: RunExperiment;
}

/** What an experiment compares and its decision rule, written before the first answer. */
export interface RunExperiment {
  /** One of the suite's models. */
  readonly best: string;
  /** How often it is asked; at least 2. */
  readonly times: number;
  /** Fuses the answers of the suite's models. */
  readonly writer: string;
  /** Judges that score the arms' answers without choosing one. */
  readonly referees: readonly string[];
  readonly rule: {
    readonly arm: string;
    readonly against: string;
    /** Of the difference of scores, which range from 0 to 1. */
    readonly margin: number;
  };
}

/** The source of a migration's prompts. The model to leave is the suite's baseline. */
interface RunMigration {
  /** Whether the model to leave answers again, or its logged answers are compared. */
  readonly answers: 'fresh' | 'logged';
  readonly log: LogCounts;
}

export interface LogCounts {
  /** Prompts the command asked for. */
  readonly wanted: number;
  /** Requests of the account that were read, the newest first. */
  readonly listed: number;
  /** Those of them that asked the model. */
  readonly asked: number;
  /** Counts of those that are left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Whether the oldest request was reached. */
  readonly isWhole: boolean;
}

/** A suite as its file describes it. */
export interface Suite {
  readonly name: string;
  readonly models: readonly string[];
  readonly judges: readonly string[];
  readonly judge_prompt?: string;
  /** Probability that the leader is best at which judging stops. */
  readonly judge_until?: number;
  /** The model that fuses all answers into one more. */
  readonly fuse?: string;
  readonly judge_weights?: JsonObject;
  /** Name of a calibration of the gateway; with `none` all judges count alike. */
  readonly calibration?: string;
  readonly settings?: JsonObject;
  readonly response_schema?: JsonObject;
  /** One of `models`: then only it is compared with the others. */
  readonly baseline?: string;
}

/** A logged prompt that a migration sends again. A suite's prompts are in its own file. */
export interface PromptLine {
  readonly type: 'prompt';
  /** `promptLogId` of the logged request. */
  readonly row: string;
  readonly prompt: string;
  readonly system_prompt?: string;
  /** Further fields of the request. */
  readonly more?: JsonObject;
  /** The logged answer of the model to leave, if it does not answer again. */
  readonly logged?: Result;
}

/** The gateway accepted a row's request. */
export interface SentLine {
  readonly type: 'sent';
  readonly row: string;
  readonly promptLogId: string;
  /** A further request of the row, which compares answers; an experiment has two. */
  readonly step?: 'compare' | 'score';
  /** ISO 8601. */
  readonly at: string;
}

/** A row and its answer. */
export interface AnswerLine {
  readonly type: 'answer';
  readonly row: string;
  /** Index in the suite. Files of earlier versions have none. */
  readonly place?: number;
  readonly tags: readonly string[];
  readonly prompt: string;
  readonly system_prompt?: string;
  /** ISO 8601. */
  readonly at: string;
  readonly response: PromptResponse;
  /** Results of an experiment, by arm. */
  readonly arms?: Readonly<Record<string, ArmOutcome>>;
}

/** The result of one arm of an experiment on one prompt. */
export interface ArmOutcome {
  /** Index of its answer in `results`; null without one. */
  readonly place: number | null;
  /** Cost of the arm's own calls. */
  readonly credits: number;
  /** The referees' score, 0 to 1; null if they compared it with no other arm. */
  readonly score: number | null;
}

/** A row without an answer: the gateway refused it, or no longer stores its text. */
export interface MissingLine {
  readonly type: 'refused' | 'lost';
  readonly row: string;
  /** As in an answer. */
  readonly place?: number;
  /** ISO 8601. */
  readonly at: string;
  readonly reason: string;
  readonly creditsUsed: number;
}

export type RunLine = RunHead | PromptLine | SentLine | AnswerLine | MissingLine;
