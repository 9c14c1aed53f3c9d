import { creditsFromMicroCredits } from '../../billing/amounts.ts';
import type { ListedPrompt } from '../../generated/prompts-response.ts';
import type { RequestHead } from '../../ledger/requests/request-page.ts';

/** What the record of a request and the list of requests say alike. */
export function describeRequest(
  request: RequestHead,
): Omit<ListedPrompt, 'models' | 'judges' | 'textsRetained' | 'promptStart'> {
  return {
    promptLogId: request.requestId,
    state: request.state,
    createdAt: request.createdAt,
    finishedAt: request.finishedAt,
    creditsHeld: creditsFromMicroCredits(request.holdMicroCredits),
    creditsUsed: creditsFromMicroCredits(request.chargeMicroCredits),
    zeroDataRetention: request.zeroDataRetention,
  };
}
