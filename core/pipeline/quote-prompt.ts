import { creditsFromMicroCredits } from '../billing/amounts.ts';
import { sumCosts } from '../billing/quote.ts';
import type { QuoteEntry, QuoteResponse } from '../generated/quote-response.ts';
import { type EstimatedEntry, estimateCost } from './estimate-cost.ts';
import { fitsMaxCredits } from './max-charge.ts';
import type { UntilPlan } from './judge/until/plan-until.ts';
import type { Warning } from './plan/warning.ts';
import { planPrompt, type PromptPlan } from './plan-prompt.ts';
import type { RequestContext } from './request-context.ts';

/**
 * The cost of a request in credits: its mean, its hold, and its maximum. They are put in order: the hold is at least the
 * mean and at most the maximum.
 */
export function estimateCredits(plan: PromptPlan, context: RequestContext) {
  const required = plan.hold.microCredits;
  const { microCredits, judges } = estimateCost(plan, 'expected', context);
  const runs = runsOf(judges);
  // `judge_until` leaves some judge runs out.
  const runShare = plan.until === undefined || runs === 0 ? 1 : plan.until.expectedRuns / runs;
  const expected = microCredits - Math.floor(sumCosts(judges) * (1 - runShare));
  return {
    creditsExpected: creditsFromMicroCredits(Math.min(required, expected)),
    creditsRequired: creditsFromMicroCredits(required),
    creditsAtMost: creditsFromMicroCredits(plan.atMostMicroCredits),
  };
}

/**
 * Quotes the hold of a request, entry by entry. Nothing is run, charged or stored.
 * @throws GatewayError as the request would, except for a `max_credits` that is too low.
 */
export async function quotePrompt(context: RequestContext): Promise<QuoteResponse> {
  const plan = await planPrompt(context);
  // A quote reads the cached answers only in this turn of the event loop.
  plan.cached?.release();
  const { hold } = plan;
  const { max_credits: maxCredits } = context.prompt.request;
  const [models, judges] = [runsOf(hold.models), runsOf(hold.judges)];
  const { writer } = hold;
  const warnings =
    plan.until === undefined ? [] : [expectedRunsWarning(plan.until, judges), ...plan.weighedJudges.warnings];
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
    ...(writer !== undefined && {
      fuse: quoteEntry(writer, plan.givenAnswers?.length ?? hold.models.length),
    }),
  };
}

/**
 * Counts the input tokens of a request, high; for several models, the highest count. Nothing is run, charged or stored.
 * @throws GatewayError as the request would.
 */
export async function countInputTokens(context: RequestContext): Promise<number> {
  const plan = await planPrompt(context);
  plan.cached?.release();
  const { models } = estimateCost(plan, 'likely', context);
  // A model that cannot run has no estimate, and the texts alone have no files.
  return Math.max(...models.map(({ tokensIn }) => tokensIn), ...plan.calls.map((call) => call.textTokens));
}

function expectedRunsWarning({ expectedRuns }: UntilPlan, runs: number): Warning {
  const message = `creditsExpected supposes ${expectedRuns} of ${runs} judge runs, as many as it took in the mean in simulations with published verdicts. Where the leader stays in doubt all of them can be made: creditsRequired is for all.`;
  return { code: 'judge_until_estimate', pointer: '/judge_until', message };
}

function runsOf(entries: readonly EstimatedEntry[]): number {
  return entries.reduce((sum, { runs }) => sum + runs, 0);
}

function quoteEntry(entry: EstimatedEntry, index: number): QuoteEntry {
  const { modelId, servedBy, cached, runs, tokensIn, tokensOut, costMicroCredits, fault } = entry;
  return {
    index,
    modelId,
    ...(servedBy !== undefined && { servedBy }),
    ...(cached === true && { cached }),
    runs,
    tokensIn,
    tokensOut,
    credits: creditsFromMicroCredits(costMicroCredits),
    errorCode: fault ?? null,
  };
}
