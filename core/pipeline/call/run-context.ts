import type { Deadline, StopSignal } from '../../upstream/stop-signal.ts';
import type { Priority } from '../../upstream/slots.ts';
import type { RequestContext } from '../plan/request-context.ts';

/** Told of an answer while it is written. */
export interface AnswerListener {
  /** The provider has begun to answer: words may follow. */
  begin(): void;
  /** @param added what the provider wrote since the last call. */
  text(added: string): void;
  reasoning(added: string): void;
  /**
   * What was told so far will not stand: the call is made again, or asked once more for its schema, or was ended before
   * anybody had read of it.
   */
  restart(): void;
  /** Whether anything told may have reached the caller: then the call is not made again for a fault. */
  readonly hasReachedCaller: boolean;
  /** What it keeps of what it was told and still stands. */
  readonly keptBytes: number;
}

/** A request whose hold stands, as its models run it: once for the contestants, once for the judges. */
export interface RunContext extends RequestContext {
  readonly role: Priority;
  readonly promptLogId: string;
  /** Under zero data retention nothing that could quote the prompt is logged either. */
  readonly keepsNothing: boolean;
  /** Of this call; none where nobody reads along. */
  readonly listener?: AnswerListener;
  /** Ends every run, in flight or not. */
  readonly deadline: Deadline;
  /** The request's own `timeout_seconds`; the signal has stopped once they are over. Absent where the gateway's time is no longer. */
  readonly ownTimeout?: { readonly seconds: number; readonly signal: Pick<StopSignal, 'isStopped'> };
}
