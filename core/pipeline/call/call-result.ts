import type { FinishReason } from '../../contract.ts';
import type { OtherModel } from '../../registry/served-by.ts';
import type { Evidence } from '../../upstream/breaker.ts';
import type { Fault } from '../../upstream/fault.ts';
import type { ProviderKey } from '../../upstream/key-ring.ts';
import type { ProviderError } from '../../upstream/provider-error.ts';
import type { Exchange } from '../../upstream/receive/receive-reply.ts';
import type { Deadline } from '../../upstream/stop-signal.ts';
import type { Connection } from '../../upstream/upstream.ts';
import type { WireCall } from '../plan/asked-call.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Warning } from '../plan/warning.ts';
import type { Usage } from '../../billing/read-usage.ts';
import type { StreamedReply } from './streamed-reply.ts';

/** What one model did. Every figure is known, whatever happened; `attempts` is 0 where nothing left the gateway. */
export interface CallResult extends Pick<AttemptResult, 'outcome' | 'usage' | 'servedBy'> {
  readonly planned: PlannedCall;
  /** Of every attempt, by estimate where the provider's count did not come; undefined where nothing is known of any. */
  readonly billedUsage: Usage | undefined;
  /** Requests sent. */
  readonly attempts: number;
  /** The last attempt alone, from its request to the end of its reply, milliseconds. */
  readonly latencyMs: number;
  /** Of that time the part up to the first text or reasoning; undefined where the reply came whole. */
  readonly firstTokenMs?: number | undefined;
  /** The last attempt's provider has shown reasoning. */
  readonly hasReasoned?: boolean | undefined;
  /** All attempts and the pauses between them, milliseconds; not the wait for a slot. */
  readonly upstreamMs: number;
  /** What the provider bills for every attempt. */
  readonly providerCostNanoUsd: number;
  /** What the caller pays: the attempt whose outcome this is, at most at the price of the model that was asked. */
  readonly chargeMicroCredits: number;
  /**
   * What the operator bears: the other attempts, the part of this one that is only estimated, and the difference where a
   * dearer model answered in another's place.
   */
  readonly absorbedMicroCredits: number;
  readonly warnings: readonly Warning[];
  /** Whether the output satisfies the caller's schema; undefined where nobody checked. */
  readonly schemaValid?: boolean | undefined;
  /** Why the output is not valid. */
  readonly notSatisfied?: Warning | undefined;
  /** No model ran: the account's cache had the answer. */
  readonly isCached?: true;
}

/** One request to a provider, and how far it has come. */
export interface Attempt {
  readonly planned: PlannedCall;
  readonly wire: WireCall;
  readonly connection: Connection;
  /** Of the provider's own time for the call; ends the attempt. */
  readonly deadline: Deadline;
  readonly key: ProviderKey;
  /** 1 for the first of its call. */
  readonly number: number;
  /** By the monotonic clock, milliseconds. */
  readonly startedAt: number;
  /** It is to find out whether the model answers again. */
  readonly isProbe: boolean;
  /** Tells the breaker what the attempt says of the provider; only the first time counts. */
  readonly report: (evidence: Evidence) => void;
  readonly exchange: Exchange;
  /** Where the reply may come as events. */
  stream: StreamedReply | undefined;
}

/** What one attempt brought. */
export interface AttemptResult {
  readonly outcome:
    | { readonly text: string; readonly finishReason: FinishReason }
    | { readonly fault: Fault };
  /** Undefined where the provider reported none. */
  readonly usage: Usage | undefined;
  /** Of the reply as it began; undefined where none did. */
  readonly status?: number | undefined;
  /** Another model than was asked, by the reply's own word. */
  readonly servedBy?: OtherModel | undefined;
  /** What the provider bills by estimate where its own count did not come: the operator bears what is not in `usage`. */
  readonly estimate?: Usage | undefined;
  /** The provider bills it, and content may have led to it: another attempt would be billed as well. */
  readonly isFinal?: boolean | undefined;
  /** Why it failed, for the operator; nothing keeps it. */
  readonly said?: ProviderError;
  /** Where the provider says that nothing is there. */
  readonly path?: string;
  readonly cause?: unknown;
}

/** What the attempts of one call brought. */
export interface Attempts {
  /** Requests sent. */
  readonly sent: number;
  /** The attempt whose outcome is the call's. */
  readonly last: TimedResult;
  /** The provider bills them too, and the caller does not pay for them. */
  readonly others: readonly TimedResult[];
}

/** What one attempt brought, and when. */
export interface TimedResult extends AttemptResult {
  /** From the request to the end of the reply, milliseconds. */
  readonly latencyMs: number;
  /** Of that time the part up to the first text or reasoning; undefined where the reply came whole. */
  readonly firstTokenMs: number | undefined;
  /** The provider has shown reasoning. */
  readonly hasReasoned: boolean | undefined;
}
