import type { RequestHandler } from 'express';
import { quotePrompt } from '../../pipeline/quote-prompt.ts';
import { admit } from '../admit/admit.ts';
import type { PromptRouteServices } from './prompt.ts';
import { checkParts, readParts } from '../read/read-prompt.ts';

/** POST /api/v1/prompt/quote: what the same body would hold. It counts against the rate; it costs nothing. */
export function quoteRoute(services: PromptRouteServices): RequestHandler {
  return admit(services, (admittedRequest) =>
    services.use(async (serving) => {
      const parts = await readParts(admittedRequest, services, { wantsDigest: false });
      const prompt = checkParts(parts, serving, services.limits);
      const quote = await quotePrompt({ services, serving, prompt, account: admittedRequest.caller.account });
      admittedRequest.response.set('Cache-Control', 'no-store').json(quote);
    }),
  );
}
