import type { IdempotencyClaim, Reservation } from '../ledger/ledger.ts';
import type { CallResult } from './call/call-result.ts';
import type { AnswerLog } from './follow/answer-log.ts';
import type { JudgedOutput } from './judge/judged-output.ts';
import type { JudgedPair } from './judge/judge-pair.ts';
import type { WeighedJudges } from './judge/weigh-judges.ts';
import type { RequestContext } from './plan/request-context.ts';

/** A request to be run and paid for. */
export interface PromptJob extends RequestContext {
  /** Null where the client sent no `Idempotency-Key`. */
  readonly idempotency: IdempotencyClaim | null;
  /** Its client does not wait for the answer: it asks for it later. */
  readonly isAsync: boolean;
  /** Its maker also ends it. Null where nothing of the answer leaves before all of it. */
  readonly log: AnswerLog | null;
}

/** A request whose hold stands. */
export interface HeldRequest {
  readonly reservation: Reservation;
  /** The most it is charged, infinite without a bound; the operator bears the rest. */
  readonly maxChargeMicroCredits: number;
}

/** What a request came to, before it is paid for. */
export interface PromptRuns {
  /** What was compared, in the order of the request; none where nothing was judged. */
  readonly outputs: readonly JudgedOutput[];
  readonly runs: readonly CallResult[];
  readonly judged: readonly JudgedPair[];
  /** How much each judge counts. */
  readonly judges: WeighedJudges;
}
