import type { FinishReason } from '../../contract.ts';
import type { AnswerCall } from '../../tools/answer-call.ts';
import type { OtherModel } from '../../registry/served-by.ts';
import type { Evidence } from '../../upstream/breaker.ts';
import type { Fault } from '../../upstream/fault.ts';
import type { ProviderKey } from '../../upstream/key-ring.ts';
import type { ProviderError } from '../../upstream/provider-error.ts';
import type { Exchange } from '../../upstream/receive/receive-reply.ts';
import type { Deadline } from '../../upstream/stop-signal.ts';
import type { Connection } from '../../upstream/connection.ts';
import type { PlannedCall, WireCall } from '../plan/plan-call.ts';
import type { Warning } from '../plan/warning.ts';
import type { Usage } from '../../billing/read-usage.ts';
import type { StreamedReply } from './streamed-reply.ts';

/**
 * The result of one model's call. Every figure is set even after a failure; `attempts` is 0 if nothing was sent.
 * `latencyMs` and `firstTokenMs` are those of the decisive attempt alone. If the output was corrected, the usage, the
 * attempts, `upstreamMs` and the amounts are those of both calls.
 */
export interface CallResult extends Pick<
  TimedResult,
  'outcome' | 'usage' | 'servedBy' | 'latencyMs' | 'firstTokenMs'
> {
  readonly planned: PlannedCall;
  /** Undefined if the reply did not come as a stream, or too little is known about it. */
  readonly speed?: StreamSpeed | undefined;
  /** The usage of all attempts, estimated if the provider's count did not come; undefined if no attempt's is known. */
  readonly billedUsage: Usage | undefined;
  /** Requests sent. */
  readonly attempts: number;
  /** All attempts and the pauses between them, milliseconds; not the wait for a slot. */
  readonly upstreamMs: number;
  /** What the provider bills for all attempts together. */
  readonly providerCostNanoUsd: number;
  /**
   * What the caller pays. It covers the decisive attempt of each call, at most at the price of the model that was
   * asked.
   */
  readonly chargeMicroCredits: number;
  /**
   * What the operator bears: the other attempts, the part of the decisive one that is only estimated, and the
   * difference if a dearer model answered in another's place.
   */
  readonly absorbedMicroCredits: number;
  readonly warnings: readonly Warning[];
  /** Whether the output satisfies the caller's schema; undefined if it was not checked. */
  readonly schemaValid?: boolean | undefined;
  /** Why the output is not valid. */
  readonly notSatisfied?: Warning | undefined;
  /** Present if the answer came from the account's cache, so that no model ran. */
  readonly isCached?: true;
  /** Set if it wrote its answer from the others. */
  readonly isFused?: true;
}

/** How fast an answer was written, as a rate and as the time for each token after the first one. */
export interface StreamSpeed {
  readonly tokensPerSecond: number;
  readonly msPerToken: number;
}

/** One request to a provider, and how far it has come. */
export interface Attempt {
  readonly planned: PlannedCall;
  readonly wire: WireCall;
  readonly connection: Connection;
  /** Ends the attempt when the provider's total time for the call, or the request's time, is over. */
  readonly deadline: Deadline;
  readonly key: ProviderKey;
  /** 1 for the first of its call. */
  readonly number: number;
  /** The start by the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** Whether it is the attempt by which the breaker finds out if the model answers again. */
  readonly isProbe: boolean;
  /** Tells the breaker what the attempt shows about the provider. Only the first report counts. */
  readonly report: (evidence: Evidence) => void;
  readonly exchange: Exchange;
  /** Set once the request asks for a stream. */
  stream: StreamedReply | undefined;
  /** Its result is known. */
  isOver: boolean;
}

/** The result of one attempt. */
export interface AttemptResult {
  readonly outcome:
    | {
        readonly text: string;
        readonly finishReason: FinishReason;
        /** Absent if the reply has none. */
        readonly calls?: readonly AnswerCall[];
      }
    | { readonly fault: Fault };
  /** The usage that the caller pays for; undefined if it is unknown. */
  readonly usage: Usage | undefined;
  /** The HTTP status of the reply; undefined if no reply began. */
  readonly status?: number | undefined;
  /** The model that the reply names, if it is not the one that was asked. */
  readonly servedBy?: OtherModel | undefined;
  /**
   * What the provider probably bills, if its own count did not come or is too low. The operator bears the part that is
   * not in `usage`.
   */
  readonly estimate?: Usage | undefined;
  /** Whether no further attempt is made, because the provider bills this one and would bill the next as well. */
  readonly isFinal?: boolean | undefined;
  /** The provider's explanation of the fault, for the operator's log. It is not stored. */
  readonly providerError?: ProviderError;
  readonly cause?: unknown;
}

/** A call that runs, with its attempts so far. */
export interface RunningCall {
  readonly planned: PlannedCall;
  readonly connection: Connection;
  /** When the call got its slot, by `performance.now()`; 0 until then. */
  startedAt: number;
  /** Requests sent. */
  sent: number;
  /** The latest attempt; undefined while the call waits for a slot. */
  attempt: Attempt | undefined;
  /** The attempt whose outcome is the call's: the last one, unless the deadline ended that one at no cost. */
  decisive: TimedResult | undefined;
  /** The other attempts. The provider bills them too, and the operator bears them. */
  readonly others: TimedResult[];
  /** When the call began, its attempt was sent, or the pause after the attempt is over, by `performance.now()`. */
  waitsSince: number;
  /** Runs `warnIfSlow`. */
  slowTimer: NodeJS.Timeout | undefined;
}

/** The result of one attempt, with its times. */
export interface TimedResult extends AttemptResult {
  /** The time from the request to the end of the reply, in milliseconds. */
  readonly latencyMs: number;
  /** The part of `latencyMs` up to the first text or reasoning; undefined if the reply came whole. */
  readonly firstTokenMs?: number | undefined;
  /** Whether the provider showed reasoning. */
  readonly hasReasoned?: boolean | undefined;
}
