import type { Fault } from '../../upstream/fault.ts';
import type { RequestContext } from '../request-context.ts';

/** The fault of a call that has just failed: a `timeout` says so where the request's own `timeout_seconds` were over. */
export function endedByOwnTimeout(fault: Fault, { ownTimeout }: Pick<RequestContext, 'ownTimeout'>): Fault {
  const isOwn = fault.code === 'timeout' && ownTimeout?.signal.isStopped === true;
  return isOwn ? { ...fault, ownTimeoutSeconds: ownTimeout.seconds } : fault;
}
