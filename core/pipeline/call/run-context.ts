import type { Deadline } from '../../upstream/stop-signal.ts';
import type { Priority } from '../../upstream/slots.ts';
import type { RequestContext } from '../plan/request-context.ts';

/** A request whose hold stands, as its models run it: once for the contestants, once for the judges. */
export interface RunContext extends RequestContext {
  readonly role: Priority;
  readonly promptLogId: string;
  /** Under zero data retention nothing that could quote the prompt is logged either. */
  readonly keepsNothing: boolean;
  /** Ends every run, in flight or not. */
  readonly deadline: Deadline;
}
