import type { IdempotencyClaim, Reservation } from '../ledger/ledger.ts';
import type { CheckedRun } from './call/run-checked.ts';
import type { PromptStarted } from './follow/answer-events.ts';
import type { AnswerLog } from './follow/answer-log.ts';
import type { JudgedPair } from './judge/judge-pair.ts';
import type { RequestContext } from './plan/request-context.ts';

/** A request to be run and paid for. */
export interface PromptJob extends RequestContext {
  /** Null where the client sent no `Idempotency-Key`. */
  readonly idempotency: IdempotencyClaim | null;
  /** The hold is durable: from here on the request runs. Called once, before any model is asked. */
  readonly onStarted: (started: PromptStarted) => void;
  /** Its client does not wait for the answer: it asks for it later. */
  readonly isAsync: boolean;
  /** Whoever made it also ends it. Null where nothing of the answer leaves before all of it. */
  readonly log: AnswerLog | null;
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
