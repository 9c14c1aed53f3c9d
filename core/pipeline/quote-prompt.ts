import { creditsFromMicroCredits } from '../billing/amounts.ts';
import type { QuoteEntry, QuoteResponse } from '../generated/quote-response.ts';
import { type EstimatedEntry, estimateCost } from './estimate-hold.ts';
import { fitsMaxCredits } from './max-charge.ts';
import type { UntilPlan } from './judge/until/plan-until.ts';
import type { Warning } from './plan/warning.ts';
import { planPrompt, type PromptPlan } from './plan-prompt.ts';
import type { RequestContext } from './request-context.ts';

/** What a request comes to, in credits: in the mean, as it is held, and if everything is as dear as it can be. */
export interface CreditEstimates {
  readonly creditsExpected: number;
  readonly creditsRequired: number;
  readonly creditsAtMost: number;
}

/** In order: the hold is never below what is expected, and never above the most. */
export function estimateCredits(plan: PromptPlan, context: RequestContext): CreditEstimates {
  const required = plan.hold.microCredits;
  const expected = Math.min(required, expectedMicroCredits(plan, context));
  return {
    creditsExpected: creditsFromMicroCredits(expected),
    creditsRequired: creditsFromMicroCredits(required),
    creditsAtMost: creditsFromMicroCredits(plan.atMostMicroCredits),
  };
}

function expectedMicroCredits(plan: PromptPlan, context: RequestContext): number {
  const { microCredits, judges } = estimateCost(plan, 'expected', context);
  const runs = runsOf(judges);
  if (plan.until === undefined || runs === 0) return microCredits;
  const judging = judges.reduce((sum, { holdMicroCredits }) => sum + holdMicroCredits, 0);
  return microCredits - Math.floor(judging * (1 - plan.until.expectedRuns / runs));
}

/**
 * What a request would hold, entry by entry. Nothing is run, charged or kept.
 * @throws GatewayError as the request, but not for a `max_credits` that is too low for it.
 */
export async function quotePrompt(context: RequestContext): Promise<QuoteResponse> {
  const plan = await planPrompt(context);
  try {
    return quoteOf(plan, context);
  } finally {
    plan.cached?.release();
  }
}

/**
 * How many tokens the input of a request has, counted high; of several models the most. Nothing is run, charged or kept.
 * @throws GatewayError as the request.
 */
export async function countInputTokens(context: RequestContext): Promise<number> {
  const plan = await planPrompt(context);
  try {
    const { models } = estimateCost(plan, 'likely', context);
    // A model that cannot run has no estimate, and the texts alone have no files.
    return Math.max(...models.map(({ tokensIn }) => tokensIn), ...plan.calls.map((call) => call.textTokens));
  } finally {
    plan.cached?.release();
  }
}

function quoteOf(plan: PromptPlan, context: RequestContext): QuoteResponse {
  const { hold } = plan;
  const { max_credits: maxCredits } = context.prompt.request;
  const [models, judges] = [runsOf(hold.models), runsOf(hold.judges)];
  const { writer } = hold;
  const warnings = plan.until === undefined ? [] : [supposed(plan.until, judges), ...plan.judges.warnings];
  return {
    ...estimateCredits(plan, context),
    ...(maxCredits !== undefined && { fitsMaxCredits: fitsMaxCredits(plan, maxCredits) }),
    ...(plan.unbounded.length > 0 && { chargedAsBilled: [...plan.unbounded] }),
    ...(warnings.length > 0 && { warnings }),
    calls: {
      models,
      judges,
      ...(writer !== undefined && { fuse: writer.runs }),
      total: models + judges + (writer?.runs ?? 0),
    },
    models: hold.models.map(quoteEntry),
    judges: hold.judges.map(quoteEntry),
    ...(writer !== undefined && { fuse: quoteEntry(writer, plan.given?.length ?? hold.models.length) }),
  };
}

function supposed({ expectedRuns }: UntilPlan, runs: number): Warning {
  const message = `creditsExpected supposes ${expectedRuns} of ${runs} judge runs, as many as it took in the mean in simulations with published verdicts. Where the leader stays in doubt all of them can be made: creditsRequired is for all.`;
  return { code: 'judge_until_estimate', pointer: '/judge_until', message };
}

function runsOf(entries: readonly EstimatedEntry[]): number {
  return entries.reduce((sum, { runs }) => sum + runs, 0);
}

function quoteEntry(entry: EstimatedEntry, index: number): QuoteEntry {
  const { modelId, servedBy, isCached, runs, tokensIn, tokensOut, holdMicroCredits, fault } = entry;
  const credits = creditsFromMicroCredits(holdMicroCredits);
  return {
    index,
    modelId,
    ...(servedBy !== undefined && { servedBy }),
    ...(isCached === true && { cached: true }),
    runs,
    tokensIn,
    tokensOut,
    credits,
    errorCode: fault ?? null,
  };
}
