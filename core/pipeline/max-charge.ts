import { creditsFromMicroCredits, MICRO_CREDITS_PER_CREDIT } from '../billing/amounts.ts';
import { GatewayError } from '../errors.ts';
import { estimateCost } from './hold-for.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import type { PromptPlan, UnboundedCost } from './plan-prompt.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Beyond the most that a request can cost the operator bears what a provider reports: it misreports.
 * @param maxCredits the request's own bound, in credits.
 * @throws GatewayError 400 if the most that the request can cost is above it.
 */
export function refuseAboveMaxCredits(plan: PromptPlan, maxCredits: number, context: RequestContext): void {
  if (!fitsMaxCredits(plan, maxCredits)) throw aboveMaxCredits(plan, maxCredits, context);
}

/** Whether a request is taken with this bound of its own, in credits. */
export function fitsMaxCredits({ atMostMicroCredits }: PromptPlan, maxCredits: number): boolean {
  return wholeMicroCredits(maxCredits) >= atMostMicroCredits;
}

/** @param maxCredits the request's own bound, in credits. */
function aboveMaxCredits(plan: PromptPlan, maxCredits: number, context: RequestContext): GatewayError {
  const most = creditsFromMicroCredits(plan.atMostMicroCredits);
  const maxTokens = fittingMaxTokens(plan, wholeMicroCredits(maxCredits), context);
  const ways = [
    `raise it to at least ${most}`,
    ...(maxTokens === undefined ? [] : [`lower maxTokens to ${maxTokens}`]),
    ...(plan.calls.length + plan.preparedJudges.length > 1 ? ['send fewer models or judges'] : []),
  ];
  const message = `the request can cost ${most} credits, more than max_credits (${maxCredits}): ${listed(ways, 'disjunction')}${asBilled(plan.unbounded)}`;
  return new GatewayError('validation-failed', {
    errors: [{ pointer: '/max_credits', code: 'limit', message }],
  });
}

const UNBOUNDED: Readonly<Record<UnboundedCost, string>> = {
  searches: 'web searches',
  pdf_pages: 'pages of a PDF',
};

function asBilled(unbounded: readonly UnboundedCost[]): string {
  if (unbounded.length === 0) return '';
  return `. No bound holds for ${listed(
    unbounded.map((cost) => UNBOUNDED[cost]),
    'conjunction',
  )}: what they cost is charged as it is billed`;
}

/** Rounded down, by the decimal that was written: `1.026625` is no double, and a product would fall short of it. */
function wholeMicroCredits(credits: number): number {
  const nearest = Math.round(credits * MICRO_CREDITS_PER_CREDIT);
  return nearest / MICRO_CREDITS_PER_CREDIT <= credits ? nearest : nearest - 1;
}

/** A `maxTokens` with which a request can cost at most so many micro-credits; undefined if none was found. */
function fittingMaxTokens(plan: PromptPlan, bound: number, context: RequestContext): number | undefined {
  const costAt = (maxTokens: number): number =>
    estimateCost({ ...plan, calls: plan.calls.map((call) => cappedAt(call, maxTokens)) }, 'worst', context)
      .microCredits;
  const lowest = Math.max(1, ...plan.calls.map(({ call }) => call.provider.rules.minTokens));
  const least = costAt(lowest);
  const slope = (costAt(lowest + SOME_TOKENS) - least) / SOME_TOKENS;
  let maxTokens = Math.floor(lowest + (WITHOUT_ROUNDING * (bound - least)) / slope);
  for (let tries = 0; tries < MAX_TRIES && maxTokens >= lowest; tries += 1) {
    if (costAt(maxTokens) <= bound) return maxTokens;
    // Long inputs have a higher price, which a line along the beginning does not show.
    maxTokens = Math.floor(maxTokens / 2);
  }
  return undefined;
}

/** Few enough that no model's own limit is reached, so that a cost grows evenly up to here. */
const SOME_TOKENS = 100;
/** Each call's cost is rounded up, which a slope magnifies. */
const WITHOUT_ROUNDING = 0.99;
/** Each sizes the whole request once more, which takes milliseconds for the widest. */
const MAX_TRIES = 4;

/** The same call as it would be planned if the request asked for this cap. */
function cappedAt(planned: PlannedCall, maxTokens: number): PlannedCall {
  const { model, provider, settings } = planned.call;
  const wanted = Math.min(model.limits.outputTokens, maxTokens + planned.extraMaxTokens);
  const capped = { ...settings, maxTokens: Math.max(provider.rules.minTokens, wanted) };
  return { ...planned, call: { ...planned.call, settings: capped } };
}

/** Made when it is needed: the first format of a process loads its language. */
function listed(words: readonly string[], type: Intl.ListFormatType): string {
  return new Intl.ListFormat('en', { type }).format(words);
}
