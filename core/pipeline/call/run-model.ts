import { performance } from 'node:perf_hooks';
import { type CallPrice, priceCall } from '../../billing/price.ts';
import type { Model } from '../../contract.ts';
import { attemptCall, type Attempted } from './attempt-call.ts';
import { logUnexpected } from './log-attempt.ts';
import { faultOf, type Fault, unavailable } from '../../upstream/fault.ts';
import { startDeadline, type TimedDeadline } from '../../upstream/stop-signal.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Admission } from '../../upstream/breaker.ts';
import type { ProviderLine } from '../../upstream/provider-line.ts';
import { addUsage, type Usage } from './read-usage.ts';
import { endedByOwnTimeout } from './own-timeout.ts';
import type { RunContext } from './run-context.ts';
import { logServed } from './served-by-other.ts';
import { SlowCallWatch } from './slow-call.ts';
import { traceRun } from './trace-run.ts';
import type { Warning } from '../plan/warning.ts';

/** What one model did. Every figure is known, whatever happened; `attempts` is 0 where nothing left the gateway. */
export interface ModelRun extends Omit<Attempted, 'estimate' | 'otherUsage'> {
  readonly planned: PlannedCall;
  /** Of every attempt, by estimate where the gateway ended it; undefined where nothing is known of any. */
  readonly billedUsage: Usage | undefined;
  /** What the provider bills for every attempt. */
  readonly providerCostNanoUsd: number;
  /** The caller's part: the attempt whose outcome this is, at most at the price of the model that was asked. */
  readonly chargeMicroCredits: number;
  /**
   * What the operator bears: the other attempts, what of this one is only estimated, and what a dearer model cost that
   * answered in another's place.
   */
  readonly absorbedMicroCredits: number;
  /** All attempts and the pauses between them, milliseconds; not the wait for a slot. */
  readonly upstreamMs: number;
  readonly warnings: readonly Warning[];
}

/** Runs one planned call to its end. A provider's fault becomes a failed run: this never rejects for one. */
export function runModel(planned: PlannedCall, context: RunContext): Promise<ModelRun> {
  return context.span.isRecording
    ? traceRun(planned, context, (span) => run(planned, { ...context, span }))
    : run(planned, context);
}

async function run(planned: PlannedCall, context: RunContext): Promise<ModelRun> {
  const { provider } = planned.entry;
  if (planned.fault !== undefined) return unsent(planned, faultOf(planned.fault));
  const connection = context.serving.upstream.connections.get(provider.id);
  if (connection === undefined) return unsent(planned, faultOf('provider_unconfigured'));
  const watch = new SlowCallWatch(planned, context);
  let callDeadline: TimedDeadline | undefined;
  try {
    const admission = await enter(connection.line, planned, context);
    if (typeof admission === 'object') return unsent(planned, admission);
    callDeadline = startDeadline(provider.timeouts.totalMs, context.deadline);
    const startedAt = performance.now();
    const attempted = await attemptCall(planned, { connection, watch, callDeadline, admission }, context);
    logServed({ ...attempted, planned }, context);
    return { ...priced(attempted, planned, context), planned, upstreamMs: performance.now() - startedAt };
  } catch (cause) {
    return unexpected(cause, planned, context);
  } finally {
    watch.end();
    // With the slot came the deadline.
    if (callDeadline !== undefined) {
      callDeadline.forget();
      connection.line.slots.release(context.account.id);
    }
  }
}

/** Waits for a slot, and before that for the end of a probe of the model: with its breaker half open nobody holds a slot. */
async function enter(
  line: ProviderLine,
  planned: PlannedCall,
  context: RunContext,
): Promise<Admission | Fault> {
  const { role, account, deadline, clientSignal, services } = context;
  const [accountId, { metrics }] = [account.id, services];
  const { model, provider } = planned.entry;
  const breaker = line.breaker(model.id);
  const signals = [deadline.signal, clientSignal];
  const ended = (): Fault =>
    endedByOwnTimeout(faultOf(deadline.signal.isStopped ? 'timeout' : 'cancelled'), context);
  // One round for each probe that is waited for, until the deadline.
  for (;;) {
    const waited = await breaker.waitForProbe(accountId, signals);
    if (waited === 'ended') return ended();
    if (waited === 'full' || breaker.refuses()) {
      metrics.unsent.inc({ provider: provider.id, reason: 'breaker' });
      return unavailable('breaker');
    }
    const entry = await line.slots.acquire(role, accountId, signals);
    if (entry === 'ended') return ended();
    if (entry === 'full') {
      metrics.unsent.inc({ provider: provider.id, reason: 'queue' });
      return faultOf('overloaded');
    }
    const admission = breaker.admit(accountId);
    if (admission !== undefined) return admission;
    line.slots.release(accountId);
  }
}

const USAGE_MISSING: Warning = {
  code: 'usage_missing',
  pointer: '',
  message: 'the provider reported no readable token counts, so nothing is charged for this model',
};

/** Each attempt is priced as the provider bills it: on its own. */
function priced(
  { otherUsage, estimate, ...attempted }: Attempted,
  planned: PlannedCall,
  context: RunContext,
): Omit<ModelRun, 'planned' | 'upstreamMs'> {
  const own = costOf(planned, attempted, context);
  const usage = own === undefined ? undefined : attempted.usage;
  const whole = costOf(planned, { ...attempted, usage: estimate }, context) ?? own;
  let providerCostNanoUsd = whole?.providerCostNanoUsd ?? 0;
  const chargeMicroCredits = payableOf(own, attempted, planned, context);
  let absorbedMicroCredits = (whole?.chargeMicroCredits ?? 0) - chargeMicroCredits;
  for (const other of otherUsage) {
    const cost = costOf(planned, other, context);
    providerCostNanoUsd += cost?.providerCostNanoUsd ?? 0;
    absorbedMicroCredits += cost?.chargeMicroCredits ?? 0;
  }
  return {
    ...attempted,
    // An answer nobody can put a price on is not given away.
    outcome: usage === attempted.usage ? attempted.outcome : { fault: faultOf('malformed_reply') },
    usage,
    billedUsage: addUsage([estimate ?? usage, ...otherUsage.map((other) => other.usage)]),
    providerCostNanoUsd,
    chargeMicroCredits,
    absorbedMicroCredits,
    warnings:
      'text' in attempted.outcome && usage === undefined
        ? [...planned.warnings, USAGE_MISSING]
        : planned.warnings,
  };
}

/** As the model that answered where its price is known, else as the one that was asked. */
function costOf(
  { entry }: PlannedCall,
  { usage, servedBy }: Pick<Attempted, 'usage' | 'servedBy'>,
  context: RunContext,
): CallPrice | undefined {
  return costAs((servedBy?.entry ?? entry).model, usage, context);
}

/** A caller never pays more than the model that was asked would have cost. */
function payableOf(
  own: CallPrice | undefined,
  { usage, servedBy }: Pick<Attempted, 'usage' | 'servedBy'>,
  { entry }: PlannedCall,
  context: RunContext,
): number {
  if (own === undefined) return 0;
  if (servedBy?.entry === undefined) return own.chargeMicroCredits;
  const asked = costAs(entry.model, usage, context);
  return Math.min(own.chargeMicroCredits, asked?.chargeMicroCredits ?? 0);
}

/** Undefined where there is nothing to price, or the figures come to no exact amount. */
function costAs(
  { price, caching }: Model,
  usage: Usage | undefined,
  { account: { markupMilli }, services: { microCreditsPerUsd } }: RunContext,
): CallPrice | undefined {
  if (usage === undefined) return undefined;
  try {
    return priceCall({ price, caching, usage, markupMilli, microCreditsPerUsd });
  } catch {
    return undefined;
  }
}

/** An error of ours ends this model's run, never the runs of the others. */
function unexpected(cause: unknown, planned: PlannedCall, context: RunContext): ModelRun {
  const { services, span } = context;
  const { provider } = planned.entry;
  services.metrics.attempts.inc({ provider: provider.id, outcome: 'internal_error' });
  logUnexpected(cause, planned, context);
  // The name alone: a message could hold what a caller or provider sent.
  span.set({ 'error.type': cause instanceof Error ? cause.name : 'unknown' });
  return unsent(planned, unavailable('gateway'));
}

function unsent(planned: PlannedCall, fault: Fault): ModelRun {
  const nothing = {
    usage: undefined,
    billedUsage: undefined,
    attempts: 0,
    latencyMs: 0,
    upstreamMs: 0,
    providerCostNanoUsd: 0,
    chargeMicroCredits: 0,
    absorbedMicroCredits: 0,
  };
  return { planned, outcome: { fault }, ...nothing, warnings: planned.warnings };
}
