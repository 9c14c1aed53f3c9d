import { type CallPrice, priceCall } from '../../billing/price.ts';
import type { Model } from '../../contract.ts';
import { faultOf } from '../../upstream/fault.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Warning } from '../plan/warning.ts';
import type { Attempts, CallResult } from './call-result.ts';
import { addUsage, type Usage } from '../../billing/read-usage.ts';
import type { RequestContext } from '../request-context.ts';

const USAGE_MISSING: Warning = {
  code: 'usage_missing',
  pointer: '',
  message: 'the provider reported no readable token counts, so nothing is charged for this model',
};

/**
 * Prices a call. The provider bills each attempt separately, at the price of the model that answered or, if that price
 * is unknown, of the model that was asked. The caller pays for the decisive attempt alone, and the operator
 * bears the others.
 */
export function priceAttempts(
  { decisive, others }: Attempts,
  planned: PlannedCall,
  context: RequestContext,
): Omit<CallResult, 'planned' | 'attempts' | 'upstreamMs'> {
  const { outcome, estimate, servedBy, latencyMs, firstTokenMs, hasReasoned } = decisive;
  const { model } = planned.entry;
  const pricedAs = servedBy?.entry?.model ?? model;
  const reported = costAs(pricedAs, decisive.usage, context);
  const usage = reported === undefined ? undefined : decisive.usage;
  const billed = (estimate === undefined ? undefined : costAs(pricedAs, estimate, context)) ?? reported;
  // The caller never pays more than the price of the model that it asked.
  const bound = pricedAs === model ? reported : costAs(model, decisive.usage, context);
  const chargeMicroCredits = Math.min(reported?.chargeMicroCredits ?? 0, bound?.chargeMicroCredits ?? 0);
  let providerCostNanoUsd = billed?.providerCostNanoUsd ?? 0;
  let absorbedMicroCredits = (billed?.chargeMicroCredits ?? 0) - chargeMicroCredits;
  for (const other of others) {
    const cost = costAs(other.servedBy?.entry?.model ?? model, other.estimate ?? other.usage, context);
    providerCostNanoUsd += cost?.providerCostNanoUsd ?? 0;
    absorbedMicroCredits += cost?.chargeMicroCredits ?? 0;
  }
  return {
    // An answer without a price becomes a fault, so that it is not given away.
    outcome: usage === decisive.usage ? outcome : { fault: faultOf('malformed_reply') },
    usage,
    servedBy,
    latencyMs,
    firstTokenMs,
    hasReasoned,
    billedUsage:
      others.length === 0
        ? (estimate ?? usage)
        : addUsage([estimate ?? usage, ...others.map((other) => other.estimate ?? other.usage)]),
    providerCostNanoUsd,
    chargeMicroCredits,
    absorbedMicroCredits,
    warnings:
      'text' in outcome && usage === undefined ? [...planned.warnings, USAGE_MISSING] : planned.warnings,
  };
}

/** @returns undefined if there is no usage, or the amount cannot be represented exactly. */
function costAs(
  { price, caching }: Model,
  usage: Usage | undefined,
  { account: { markupMilli }, services: { microCreditsPerUsd } }: RequestContext,
): CallPrice | undefined {
  if (usage === undefined) return undefined;
  try {
    return priceCall({ price, caching, usage, markupMilli, microCreditsPerUsd });
  } catch {
    return undefined;
  }
}
