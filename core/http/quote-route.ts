import type { RequestHandler } from 'express';
import { quotePrompt } from '../pipeline/quote-prompt.ts';
import { admit } from './admit.ts';
import type { PromptRouteServices } from './prompt-route.ts';
import { readPrompt } from './read-prompt.ts';

/** POST /api/v1/prompt/quote: what the same body would hold. It counts against the rate; it costs nothing. */
export function quoteRoute(services: PromptRouteServices): RequestHandler {
  return admit(services, async (exchange) => {
    const loaded = services.current();
    const prompt = await readPrompt(exchange, loaded, services);
    const quote = await quotePrompt(prompt, exchange.caller.account, {
      ...services,
      registry: loaded.registry,
    });
    exchange.response.set('Cache-Control', 'no-store').json(quote);
  });
}
