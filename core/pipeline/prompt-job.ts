import type { Evaluation } from '../generated/prompt-response.ts';
import type { IdempotencyClaim, Reservation } from '../ledger/ledger.ts';
import type { CheckedRun } from './call/run-checked.ts';
import type { JudgedPair } from './judge/judge-pair.ts';
import type { RequestContext } from './plan/request-context.ts';

/** A request to be run and paid for. */
export interface PromptJob extends RequestContext {
  /** Null where the client sent no `Idempotency-Key`. */
  readonly idempotency: IdempotencyClaim | null;
  /** The hold is durable: from here on the request runs. Called once, before any model is asked. */
  readonly onStarted: (started: PromptStarted) => void;
  /** Null where nothing of the answer leaves before all of it. */
  readonly watcher: PromptWatcher | null;
}

export interface PromptStarted {
  readonly promptLogId: string;
  readonly creditsHeld: number;
}

/** Told of a result or an evaluation once its cost is durable. */
export interface PromptWatcher {
  result(checked: CheckedRun, index: number): void;
  evaluation(evaluation: Evaluation): void;
}

/** A request whose hold stands. */
export interface HeldRequest {
  /** With the hold that was taken. */
  readonly reservation: Reservation;
  /** The charge is never more: the most the request can cost, or its own bound. */
  readonly maxChargeMicroCredits: number;
}

/** What a request came to, before it is paid for. */
export interface PromptRuns {
  readonly runs: readonly CheckedRun[];
  readonly judged: readonly JudgedPair[];
}
