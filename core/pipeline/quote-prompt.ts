import { creditsFromMicroCredits } from '../billing/amounts.ts';
import type { Account } from '../ledger/ledger.ts';
import type { QuoteEntry, QuoteResponse } from '../generated/quote-response.ts';
import type { Prompt } from './call/ask-model.ts';
import type { HeldEntry } from './hold-for.ts';
import { planPrompt, type PlanServices } from './plan-prompt.ts';

/** What a request would hold, entry by entry. Nothing is run, charged or kept. @throws GatewayError as the request. */
export async function quotePrompt(
  prompt: Prompt,
  account: Account,
  services: PlanServices,
): Promise<QuoteResponse> {
  const { hold } = await planPrompt(prompt, account, services);
  const [models, judges] = [runsOf(hold.models), runsOf(hold.judges)];
  return {
    creditsRequired: creditsFromMicroCredits(hold.microCredits),
    calls: { models, judges, total: models + judges },
    models: hold.models.map(quoteEntry),
    judges: hold.judges.map(quoteEntry),
  };
}

function runsOf(entries: readonly HeldEntry[]): number {
  return entries.reduce((sum, { runs }) => sum + runs, 0);
}

function quoteEntry(entry: HeldEntry, index: number): QuoteEntry {
  const { modelId, runs, tokensIn, tokensOut, holdMicroCredits, fault } = entry;
  const credits = creditsFromMicroCredits(holdMicroCredits);
  return { index, modelId, runs, tokensIn, tokensOut, credits, errorCode: fault ?? null };
}
