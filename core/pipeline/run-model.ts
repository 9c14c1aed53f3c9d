import { performance } from 'node:perf_hooks';
import { priceCall } from '../billing/price.ts';
import type { Usage } from './read-usage.ts';
import { attemptCall, type Attempted } from './attempt-call.ts';
import { faultOf, type Fault } from './classify-fault.ts';
import { startDeadline } from './deadline.ts';
import type { PlannedCall } from './plan-call.ts';
import type { Priority } from './slots.ts';
import type { Upstream } from './upstream.ts';
import type { Warning } from './warning.ts';

export interface RunRates {
  readonly markupMilli: number;
  readonly microCreditsPerUsd: number;
}

export interface RunContext {
  readonly upstream: Upstream;
  readonly role: Priority;
  readonly rates: RunRates;
  /** Ends the run, in flight or not. */
  readonly deadline: AbortSignal;
  /** From here on nothing new starts; what is in flight goes on. The client has gone. */
  readonly abandoned: AbortSignal;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
}

/** What one model did. Every figure is known, whatever happened; `attempts` is 0 where nothing left the gateway. */
export interface ModelRun extends Attempted {
  readonly planned: PlannedCall;
  readonly providerCostNanoUsd: number;
  readonly chargeMicroCredits: number;
  /** All attempts and the pauses between them, milliseconds; not the wait for a slot. */
  readonly upstreamMs: number;
  readonly warnings: readonly Warning[];
}

/** Runs one planned call to its end. A provider's fault becomes a failed run: this never rejects for one. */
export async function runModel(planned: PlannedCall, context: RunContext): Promise<ModelRun> {
  const { provider } = planned.entry;
  if (planned.fault !== undefined) return unsent(planned, faultOf(planned.fault));
  if (!context.upstream.isConfigured(provider.id)) return unsent(planned, faultOf('provider_unconfigured'));
  const release = await context.upstream.acquire(provider.id, context.role, context.deadline);
  if (release === undefined) return unsent(planned, faultOf('timeout'));
  const deadline = startDeadline(provider.timeouts.totalMs, context.deadline);
  try {
    if (context.abandoned.aborted) return unsent(planned, faultOf('cancelled'));
    const startedAt = performance.now();
    const attempted = await attemptCall(planned, { ...context, signal: deadline.signal });
    return {
      ...attempted,
      planned,
      ...costOf(planned, attempted.usage, context.rates),
      upstreamMs: performance.now() - startedAt,
      warnings:
        'text' in attempted.outcome && attempted.usage === undefined
          ? [...planned.warnings, USAGE_MISSING]
          : planned.warnings,
    };
  } finally {
    deadline.end();
    release();
  }
}

const USAGE_MISSING: Warning = {
  code: 'usage_missing',
  pointer: '',
  message: 'the provider reported no readable token counts, so nothing is charged for this model',
};

type Cost = Pick<ModelRun, 'providerCostNanoUsd' | 'chargeMicroCredits'>;

function costOf(planned: PlannedCall, usage: Usage | undefined, rates: RunRates): Cost {
  if (usage === undefined) return { providerCostNanoUsd: 0, chargeMicroCredits: 0 };
  const { price, caching } = planned.entry.model;
  return priceCall({ price, caching, usage, ...rates });
}

function unsent(planned: PlannedCall, fault: Fault): ModelRun {
  const nothing = {
    usage: undefined,
    attempts: 0,
    latencyMs: 0,
    upstreamMs: 0,
    providerCostNanoUsd: 0,
    chargeMicroCredits: 0,
  };
  return { planned, outcome: { fault }, ...nothing, warnings: planned.warnings };
}
