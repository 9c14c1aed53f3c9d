import { creditsFromMicroCredits, MICRO_CREDITS_PER_CREDIT } from '../billing/amounts.ts';
import { GatewayError } from '../errors.ts';
import { holdFor } from './hold-for.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import type { PlanContext } from './plan/request-context.ts';
import type { PromptPlan } from './plan-prompt.ts';

/** The operator bears what a request costs beyond its own bound, so it cannot cost more than so many times that. */
const MAX_TIMES_BOUND = 10;

/**
 * The most that a request is charged, micro-credits: what it can cost at most, or its own bound.
 * @throws GatewayError 400 where the bound is below the hold, or below a tenth of the most.
 */
export function maxChargeOf(plan: PromptPlan, atMostMicroCredits: number, context: PlanContext): number {
  const { max_credits: maxCredits } = context.prompt.request;
  if (maxCredits === undefined) return atMostMicroCredits;
  const bound = wholeMicroCredits(maxCredits);
  const leastBound = Math.max(plan.hold.microCredits, Math.ceil(atMostMicroCredits / MAX_TIMES_BOUND));
  if (bound >= leastBound) return Math.min(bound, atMostMicroCredits);
  const [holds, most, least] = [plan.hold.microCredits, atMostMicroCredits, leastBound].map(
    creditsFromMicroCredits,
  );
  const maxTokens = lowerMaxTokens(plan, { bound, atMostMicroCredits }, context);
  const lower = maxTokens === undefined ? 'lower maxTokens' : `lower maxTokens to about ${maxTokens}`;
  const message = `the request holds ${holds} credits and can cost ${most}, too much for max_credits (${maxCredits}): raise it to at least ${least}, ${lower}, or send fewer models or judges`;
  throw new GatewayError('validation-failed', {
    errors: [{ pointer: '/max_credits', code: 'limit', message }],
  });
}

/** Rounded down, by the decimal that was written: `1.026625` is no double, and a product would fall short of it. */
function wholeMicroCredits(credits: number): number {
  const nearest = Math.round(credits * MICRO_CREDITS_PER_CREDIT);
  return nearest / MICRO_CREDITS_PER_CREDIT <= credits ? nearest : nearest - 1;
}

/** Each try sizes the whole request once more. */
const MAX_TRIES = 3;

/**
 * An output cap with which the bound would do. The most a request can cost grows with the cap, ever more slowly, so a
 * straight line through two known points is above the cap that is looked for, and nearer with every try.
 * @returns undefined where no cap was found.
 */
function lowerMaxTokens(
  plan: PromptPlan,
  { bound, atMostMicroCredits }: { readonly bound: number; readonly atMostMicroCredits: number },
  context: PlanContext,
): number | undefined {
  const costAt = (maxTokens: number): number =>
    holdFor({ ...plan, calls: plan.calls.map((call) => cappedAt(call, maxTokens)) }, 'worst', context)
      .microCredits;
  const target = bound * MAX_TIMES_BOUND;
  const least = costAt(1);
  let cap = Math.max(1, ...plan.calls.map(({ call }) => call.settings.maxTokens));
  let cost = atMostMicroCredits;
  if (least >= target) return undefined;
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    cap = Math.floor(1 + ((cap - 1) * (target - least)) / (cost - least));
    cost = costAt(cap);
    if (cost <= target) return cap;
  }
  return undefined;
}

function cappedAt(planned: PlannedCall, maxTokens: number): PlannedCall {
  const { settings } = planned.call;
  const lowered = { ...settings, maxTokens: Math.min(settings.maxTokens, maxTokens) };
  return { ...planned, call: { ...planned.call, settings: lowered } };
}
