import { creditsFromMicroCredits, MICRO_CREDITS_PER_CREDIT } from '../billing/amounts.ts';
import { GatewayError } from '../errors.ts';
import type { HoldRule } from '../ledger/administration/settings.ts';
import { holdFor } from './hold-for.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import type { PlanContext } from './plan/request-context.ts';
import { holdRuleOf, type PromptPlan } from './plan-prompt.ts';

const ALTERNATIVES = new Intl.ListFormat('en', { type: 'disjunction' });

/** The operator bears what a request costs beyond its own bound, so it cannot cost more than so many times that. */
const MAX_TIMES_BOUND = 10;

/**
 * The most that a request is charged, micro-credits.
 * @throws GatewayError 400 where its `max_credits` is below the hold, or below a tenth of the most.
 */
export function maxChargeOf(plan: PromptPlan, context: PlanContext): number {
  const { max_credits: maxCredits } = context.prompt.request;
  return maxCredits === undefined ? plan.maxChargeMicroCredits : boundedCharge(plan, maxCredits, context);
}

/** Whether a request would be taken with this bound of its own, in credits. */
export function fitsMaxCredits(plan: PromptPlan, maxCredits: number): boolean {
  return wholeMicroCredits(maxCredits) >= leastBoundOf(plan);
}

function leastBoundOf({ hold, atMostMicroCredits }: PromptPlan): number {
  return Math.max(hold.microCredits, Math.ceil(atMostMicroCredits / MAX_TIMES_BOUND));
}

/** @param maxCredits the request's own bound, in credits. */
function boundedCharge(plan: PromptPlan, maxCredits: number, context: PlanContext): number {
  const { atMostMicroCredits } = plan;
  const bound = wholeMicroCredits(maxCredits);
  const leastBound = leastBoundOf(plan);
  if (bound >= leastBound) return Math.min(bound, plan.maxChargeMicroCredits);
  const [holds, most, least] = [plan.hold.microCredits, atMostMicroCredits, leastBound].map(
    creditsFromMicroCredits,
  );
  const maxTokens = lowerMaxTokens(plan, bound, context);
  const ways = [
    `raise it to at least ${least}`,
    ...(maxTokens === undefined ? [] : [`lower maxTokens to about ${maxTokens}`]),
    ...(plan.calls.length + plan.seats.length > 1 ? ['send fewer models or judges'] : []),
  ];
  const message = `the request holds ${holds} credits and can cost ${most}, too much for max_credits (${maxCredits}): ${ALTERNATIVES.format(ways)}`;
  throw new GatewayError('validation-failed', {
    errors: [{ pointer: '/max_credits', code: 'limit', message }],
  });
}

/** Rounded down, by the decimal that was written: `1.026625` is no double, and a product would fall short of it. */
function wholeMicroCredits(credits: number): number {
  const nearest = Math.round(credits * MICRO_CREDITS_PER_CREDIT);
  return nearest / MICRO_CREDITS_PER_CREDIT <= credits ? nearest : nearest - 1;
}

/** An output cap with which the bound would do; undefined where none was found. */
function lowerMaxTokens(plan: PromptPlan, bound: number, context: PlanContext): number | undefined {
  const costAt = (rule: HoldRule, maxTokens: number): number =>
    holdFor({ ...plan, calls: plan.calls.map((call) => cappedAt(call, maxTokens)) }, rule, context)
      .microCredits;
  const rule = holdRuleOf(context.account);
  const forHold = capFor((maxTokens) => costAt(rule, maxTokens), bound);
  const forMost = capFor((maxTokens) => costAt('worst', maxTokens), bound * MAX_TIMES_BOUND);
  return forHold === undefined || forMost === undefined ? undefined : Math.min(forHold, forMost);
}

/** Below what is typical of any model: up to here a cost grows evenly with the cap. */
const SOME_TOKENS = 101;
/** Each call's cost is rounded up, which a slope magnifies. */
const WITHOUT_ROUNDING = 0.99;

/**
 * A cost grows with the cap ever more slowly, so a line along its beginning is above it everywhere, but where long inputs
 * have a higher price.
 */
function capFor(costAt: (maxTokens: number) => number, target: number): number | undefined {
  const least = costAt(1);
  const slope = (costAt(SOME_TOKENS) - least) / (SOME_TOKENS - 1);
  const cap = Math.floor(1 + (WITHOUT_ROUNDING * (target - least)) / slope);
  return cap >= 1 && costAt(cap) <= target ? cap : undefined;
}

function cappedAt(planned: PlannedCall, maxTokens: number): PlannedCall {
  const { settings } = planned.call;
  const lowered = { ...settings, maxTokens: Math.min(settings.maxTokens, maxTokens) };
  return { ...planned, call: { ...planned.call, settings: lowered } };
}
