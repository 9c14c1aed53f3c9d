import { creditsFromMicroCredits, MICRO_CREDITS_PER_CREDIT } from '../billing/amounts.ts';
import { GatewayError } from '../errors.ts';
import { estimateCost } from './estimate-cost.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import type { PromptPlan, UnboundedCost } from './plan-prompt.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Whether the request fits its own bound, in credits. If its calls cost more, because a provider reports too much or a
 * judge's tokenizer counts an answer higher than its author's, the operator bears the difference.
 */
export function fitsMaxCredits({ atMostMicroCredits }: PromptPlan, maxCredits: number): boolean {
  return wholeMicroCredits(maxCredits) >= atMostMicroCredits;
}

/**
 * The error for a request that can cost more than its own `max_credits`.
 * @param maxCredits the request's own bound, in credits.
 */
export function aboveMaxCredits(plan: PromptPlan, maxCredits: number, context: RequestContext): GatewayError {
  const most = creditsFromMicroCredits(plan.atMostMicroCredits);
  const maxTokens = fittingMaxTokens(plan, wholeMicroCredits(maxCredits), context);
  const ways = [
    `raise it to at least ${most}`,
    ...(maxTokens === undefined ? [] : [`lower maxTokens to ${maxTokens}`]),
    ...(plan.calls.length + plan.preparedJudges.length > 1 ? ['send fewer models or judges'] : []),
  ];
  const message = `the request can cost ${most} credits, more than max_credits (${maxCredits}): ${formatList(ways, 'disjunction')}${unboundedNote(plan.unbounded)}`;
  return new GatewayError('validation-failed', {
    errors: [{ pointer: '/max_credits', code: 'limit', message }],
  });
}

const UNBOUNDED: Readonly<Record<UnboundedCost, string>> = {
  searches: 'web searches',
  pdf_pages: 'pages of a PDF',
};

function unboundedNote(unbounded: readonly UnboundedCost[]): string {
  if (unbounded.length === 0) return '';
  return `. No bound holds for ${formatList(
    unbounded.map((cost) => UNBOUNDED[cost]),
    'conjunction',
  )}: what they cost is charged as it is billed`;
}

/**
 * Rounds down by the decimal that the caller wrote: a double cannot hold `1.026625`, so the plain product would be too
 * low.
 */
function wholeMicroCredits(credits: number): number {
  const nearest = Math.round(credits * MICRO_CREDITS_PER_CREDIT);
  return nearest / MICRO_CREDITS_PER_CREDIT <= credits ? nearest : nearest - 1;
}

/** Finds a `maxTokens` with which a request costs at most `bound` micro-credits; undefined if it finds none. */
function fittingMaxTokens(plan: PromptPlan, bound: number, context: RequestContext): number | undefined {
  const { writer } = plan;
  const costAt = (maxTokens: number): number => {
    const capped = {
      calls: plan.calls.map((call) => cappedAt(call, maxTokens)),
      writer: writer && {
        ...writer,
        questionWithoutAnswers: cappedAt(writer.questionWithoutAnswers, maxTokens),
      },
    };
    return estimateCost({ ...plan, ...capped }, 'worst', context).microCredits;
  };
  const answerCalls = [...plan.calls, ...(writer === undefined ? [] : [writer.questionWithoutAnswers])];
  const lowest = Math.max(1, ...answerCalls.map(({ call }) => call.provider.rules.minTokens));
  const least = costAt(lowest);
  const slope = (costAt(lowest + STEP_TOKENS) - least) / STEP_TOKENS;
  let maxTokens = Math.floor(lowest + (WITHOUT_ROUNDING * (bound - least)) / slope);
  for (let tries = 0; tries < MAX_TRIES && maxTokens >= lowest; tries += 1) {
    if (costAt(maxTokens) <= bound) return maxTokens;
    // Long inputs have a higher price, which the slope at short ones does not show.
    maxTokens = Math.floor(maxTokens / 2);
  }
  return undefined;
}

/** The step is so small that no model reaches its own limit, and the cost still grows evenly. */
const STEP_TOKENS = 100;
/** Each call's cost is rounded up, which a slope magnifies. */
const WITHOUT_ROUNDING = 0.99;
/** Each try sizes the whole request again, which takes milliseconds for the widest ones. */
const MAX_TRIES = 4;

/** The same call as it would be planned if the request asked for this cap. */
function cappedAt(planned: PlannedCall, maxTokens: number): PlannedCall {
  const { model, provider, settings } = planned.call;
  const requested = Math.min(model.limits.outputTokens, maxTokens + planned.extraMaxTokens);
  const capped = { ...settings, maxTokens: Math.max(provider.rules.minTokens, requested) };
  return { ...planned, call: { ...planned.call, settings: capped } };
}

/** The formatter is made on demand, because the first one of a process loads the language's data. */
function formatList(words: readonly string[], type: Intl.ListFormatType): string {
  return new Intl.ListFormat('en', { type }).format(words);
}
