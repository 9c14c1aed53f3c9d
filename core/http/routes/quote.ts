import type { RequestHandler } from 'express';
import { quotePrompt } from '../../pipeline/quote-prompt.ts';
import { admit } from '../admit/admit.ts';
import type { PromptRouteServices } from './prompt.ts';
import { checkParts, readParts } from '../read/read-prompt.ts';

/** POST /api/v1/prompt/quote: what the same body would hold. It counts against the rate; it costs nothing. */
export function quoteRoute(services: PromptRouteServices): RequestHandler {
  return admit(services, (exchange) =>
    services.use(async (serving) => {
      const parts = await readParts(exchange, services, { wantsDigest: false });
      const prompt = checkParts(parts, serving, services.limits);
      const { registry, upstream } = serving;
      const quote = await quotePrompt(prompt, exchange.caller.account, { ...services, registry, upstream });
      exchange.response.set('Cache-Control', 'no-store').json(quote);
    }),
  );
}
