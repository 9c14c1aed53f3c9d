import type { AttemptKind, Breaker } from '../../upstream/breaker.ts';
import { faultOf, type Fault, unavailable } from '../../upstream/fault.ts';
import type { StopSignal } from '../../upstream/stop-signal.ts';
import type { Connection } from '../../upstream/upstream.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * Waits for a slot of the provider. If the model's breaker is half open, it first waits for the end of the probe, so
 * that waiting calls take no slots.
 * @returns how the breaker admits the first attempt, and the caller then has a slot to release; or the fault, without a
 * slot.
 */
export async function acquireSlot(
  connection: Connection,
  planned: PlannedCall,
  { role, account: { id: accountId }, deadline, clientSignal, services: { metrics } }: RequestContext,
): Promise<AttemptKind | Fault> {
  const { model, provider } = planned.entry;
  const breaker = connection.breaker(model.id);
  const signals = [deadline.signal, clientSignal];
  // Each round waits for one probe, until the deadline.
  for (;;) {
    const probe = breaker.state === 'closed' ? 'over' : await breaker.waitForProbe(accountId, signals);
    const isOpen = probe === 'over' && breaker.state === 'open' && breaker.refuses(accountId);
    if (probe === 'full' || isOpen) {
      metrics.unsent.inc({ provider: provider.id, reason: 'breaker' });
      return unavailable('breaker');
    }
    const slot = probe === 'ended' ? 'ended' : await connection.slots.acquire(role, accountId, signals);
    if (slot === 'ended') return faultOf(deadline.signal.isStopped ? 'timeout' : 'cancelled');
    if (slot === 'full') {
      metrics.unsent.inc({ provider: provider.id, reason: 'queue' });
      return faultOf('overloaded');
    }
    const admission = breaker.state === 'closed' ? 'call' : breaker.admit(accountId);
    if (admission !== undefined) return admission;
    connection.slots.release(accountId);
  }
}

/**
 * Waits for the end of a probe before a further attempt. The call keeps its slot meanwhile.
 * @returns undefined if the breaker has opened, too many calls wait, or a signal came.
 */
export async function readmit(
  breaker: Breaker,
  accountId: number,
  signals: readonly StopSignal[],
): Promise<AttemptKind | undefined> {
  // Each round waits for one probe, until the deadline.
  while ((await breaker.waitForProbe(accountId, signals)) === 'over') {
    const admission = breaker.admit(accountId);
    if (admission !== undefined || breaker.refuses(accountId)) return admission;
  }
  return undefined;
}
