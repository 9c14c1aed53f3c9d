import { performance } from 'node:perf_hooks';
import { priceCall } from '../../billing/price.ts';
import type { Metrics } from '../../metrics.ts';
import type { Span } from '../../tracing/span.ts';
import { attemptCall, type Attempted } from './attempt-call.ts';
import { faultOf, type Fault } from '../../upstream/classify-fault.ts';
import { startDeadline, type TimeBound } from '../../upstream/deadline.ts';
import type { Ending } from '../../upstream/ending.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { ProviderLine } from '../../upstream/provider-line.ts';
import type { Usage } from './read-usage.ts';
import type { Priority } from '../../upstream/slots.ts';
import { traceRun } from './trace-run.ts';
import type { ParseReply } from './parse-in-pool.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { Warning } from '../plan/warning.ts';

export interface RunRates {
  readonly markupMilli: number;
  readonly microCreditsPerUsd: number;
}

export interface RunContext {
  readonly upstream: Upstream;
  readonly metrics: Metrics;
  readonly role: Priority;
  /** Whose request it is: accounts take turns at a provider's slots. */
  readonly accountId: number;
  readonly rates: RunRates;
  /** Ends the run, in flight or not. */
  readonly deadline: TimeBound;
  /** From here on nothing new starts; what is in flight goes on. The client has gone. */
  readonly abandoned: Ending;
  readonly parseReply: ParseReply;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /** What the run belongs to. */
  readonly span: Span;
}

/** What one model did. Every figure is known, whatever happened; `attempts` is 0 where nothing left the gateway. */
export interface ModelRun extends Attempted {
  readonly planned: PlannedCall;
  /** What the provider bills for every attempt. */
  readonly providerCostNanoUsd: number;
  /** The caller's part: the attempt whose outcome this is. */
  readonly chargeMicroCredits: number;
  /** What the other attempts would have been charged; the house bears it. */
  readonly houseMicroCredits: number;
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
  const line = context.upstream.line(provider.id);
  if (line === undefined) return unsent(planned, faultOf('provider_unconfigured'));
  const refused = await enter(line, planned, context);
  if (refused !== undefined) return unsent(planned, refused);
  const bound = startDeadline(provider.timeouts.totalMs, context.deadline);
  try {
    const startedAt = performance.now();
    const attempted = await attemptCall(planned, { ...context, line, bound });
    return {
      ...priced(attempted, planned, context.rates),
      planned,
      upstreamMs: performance.now() - startedAt,
    };
  } catch (cause) {
    return unexpected(cause, planned, context);
  } finally {
    bound.forget();
    line.slots.release(context.accountId);
  }
}

/** Waits for a slot. @returns undefined where one is held; else why nothing is sent. */
async function enter(
  line: ProviderLine,
  planned: PlannedCall,
  { role, accountId, deadline, abandoned, metrics }: RunContext,
): Promise<Fault | undefined> {
  const { model, provider } = planned.entry;
  if (line.breaker(model.id).refuses()) {
    metrics.unsent.inc({ provider: provider.id, reason: 'breaker' });
    return faultOf('unavailable');
  }
  const entry = await line.slots.acquire(role, accountId, [deadline.ending, abandoned]);
  if (entry === 'held') return undefined;
  if (entry === 'ended') return faultOf(deadline.ending.isOver ? 'timeout' : 'cancelled');
  metrics.unsent.inc({ provider: provider.id, reason: 'queue' });
  return faultOf('overloaded');
}

const USAGE_MISSING: Warning = {
  code: 'usage_missing',
  pointer: '',
  message: 'the provider reported no readable token counts, so nothing is charged for this model',
};

type Cost = Pick<ModelRun, 'providerCostNanoUsd' | 'chargeMicroCredits'>;
type Priced = Omit<ModelRun, 'planned' | 'upstreamMs'>;

/** Each attempt is priced as the provider bills it: on its own. */
function priced(attempted: Attempted, planned: PlannedCall, rates: RunRates): Priced {
  const own = costOf(planned, attempted.usage, rates);
  const others = attempted.otherUsage.map((usage) => costOf(planned, usage, rates));
  const usage = own === undefined ? undefined : attempted.usage;
  const sum = (figure: keyof Cost): number =>
    others.reduce((total, cost) => total + (cost?.[figure] ?? 0), 0);
  return {
    ...attempted,
    // An answer nobody can put a price on is not given away.
    outcome: usage === attempted.usage ? attempted.outcome : { fault: faultOf('malformed_reply') },
    usage,
    providerCostNanoUsd: (own?.providerCostNanoUsd ?? 0) + sum('providerCostNanoUsd'),
    chargeMicroCredits: own?.chargeMicroCredits ?? 0,
    houseMicroCredits: sum('chargeMicroCredits'),
    warnings:
      'text' in attempted.outcome && usage === undefined
        ? [...planned.warnings, USAGE_MISSING]
        : planned.warnings,
  };
}

/** Undefined where there is nothing to price, or the figures come to no exact amount. */
function costOf(planned: PlannedCall, usage: Usage | undefined, rates: RunRates): Cost | undefined {
  if (usage === undefined) return undefined;
  const { price, caching } = planned.entry.model;
  try {
    return priceCall({ price, caching, usage, ...rates });
  } catch {
    return undefined;
  }
}

/** A fault of ours ends this model's run, never the runs of the others. */
function unexpected(cause: unknown, planned: PlannedCall, { metrics, span }: RunContext): ModelRun {
  const { provider } = planned.entry;
  metrics.attempts.inc({ provider: provider.id, outcome: 'internal_error' });
  // The name alone: a message could hold what a caller or provider sent.
  span.set({ 'error.type': cause instanceof Error ? cause.name : 'unknown' });
  return unsent(planned, faultOf('unavailable'));
}

function unsent(planned: PlannedCall, fault: Fault): ModelRun {
  const nothing = {
    usage: undefined,
    otherUsage: [],
    attempts: 0,
    latencyMs: 0,
    upstreamMs: 0,
    providerCostNanoUsd: 0,
    chargeMicroCredits: 0,
    houseMicroCredits: 0,
  };
  return { planned, outcome: { fault }, ...nothing, warnings: planned.warnings };
}
