import type { PromptResponse, Result } from '../generated/prompt-response.ts';
import type { JsonObject } from '../model-facts.ts';

/** What a run asks; the first line of its file. Where prompts were added later, another follows, which counts instead. */
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
  /** The label of its requests at the gateway, if they are kept together there. */
  readonly label?: string;
  /** Of a run of `assay eval migrate`. */
  readonly migration?: RunMigration;
  /** Of a run of `assay eval experiment`. */
  readonly experiment?: RunExperiment;
}

/** What an experiment compares, and what decides: written before the first answer. */
export interface RunExperiment {
  /** One of the suite's models. */
  readonly best: string;
  /** How often it is asked; at least 2. */
  readonly times: number;
  /** Fuses the answers of the suite's models. */
  readonly writer: string;
  /** Judges that choose no answer. They score what the arms come to. */
  readonly referees: readonly string[];
  readonly rule: {
    readonly arm: string;
    readonly against: string;
    /** Of a difference of scores, which are from 0 to 1. */
    readonly margin: number;
  };
}

/** Where the prompts of a migration come from. The model to leave is the suite's baseline. */
export interface RunMigration {
  /** Whether it was asked again, or the log's answers are compared. */
  readonly answers: 'fresh' | 'logged';
  readonly log: LogCounts;
}

export interface LogCounts {
  /** Prompts the command asked for. */
  readonly wanted: number;
  /** Requests of the account that were looked at, the newest first. */
  readonly listed: number;
  /** Of them, those that asked the model. */
  readonly asked: number;
  /** Of those that asked it, how many are left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Whether there was no older request left to look at. */
  readonly isWhole: boolean;
}

/** What a run asks of whom, as a suite's file says it. */
export interface Suite {
  readonly name: string;
  readonly models: readonly string[];
  readonly judges: readonly string[];
  readonly judge_prompt?: string;
  /** How probable it is to be that the leader is best. */
  readonly judge_until?: number;
  /** Writes one more answer from all others. */
  readonly fuse?: string;
  readonly judge_weights?: JsonObject;
  /** Of the gateway, by name; `none` lets all judges count alike. */
  readonly calibration?: string;
  readonly settings?: JsonObject;
  readonly response_schema?: JsonObject;
  /** One of `models`: then only it is compared with the others. */
  readonly baseline?: string;
}

/** A prompt of the log that a migration sends again. A suite has its prompts in its own file. */
export interface PromptLine {
  readonly type: 'prompt';
  /** `promptLogId` of the logged request. */
  readonly row: string;
  readonly prompt: string;
  readonly system_prompt?: string;
  /** Further fields of the request. */
  readonly more?: JsonObject;
  /** The answer of the model to leave, where it is not asked again. */
  readonly logged?: Result;
}

/** The gateway has taken a row's request. */
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
  /** In the suite, from 0. Files of earlier versions have none. */
  readonly place?: number;
  readonly tags: readonly string[];
  readonly prompt: string;
  readonly system_prompt?: string;
  /** ISO 8601. */
  readonly at: string;
  readonly response: PromptResponse;
  /** Of an experiment, by arm. */
  readonly arms?: Readonly<Record<string, ArmOutcome>>;
}

/** What one arm of an experiment came to on one prompt. */
export interface ArmOutcome {
  /** Of its answer in `results`; null without one. */
  readonly place: number | null;
  /** What the arm's own calls cost. */
  readonly credits: number;
  /** From 0 to 1 by the referees; null where they compared it with no other. */
  readonly score: number | null;
}

/** A row without an answer: the gateway refused it, or has answered and no longer has the text. */
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
