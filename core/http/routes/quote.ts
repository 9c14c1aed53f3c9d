import type { RequestHandler } from 'express';
import { quotePrompt } from '../../pipeline/quote-prompt.ts';
import { admit } from '../admit/admit.ts';
import { tellOfRetirement, type PromptRouteServices } from '../run/run-registered.ts';
import type { RunningAddress } from './prompt.ts';
import { readParts } from '../read/read-prompt.ts';

/** What the same body would hold at an address that runs it. It counts against the rate; it costs nothing. */
export function quoteRoute(
  { check }: Pick<RunningAddress, 'check'>,
  services: PromptRouteServices,
): RequestHandler {
  return admit(services, (admittedRequest) =>
    services.use(async (serving) => {
      const parts = await readParts(admittedRequest, services, { wantsDigest: false });
      const prompt = check(parts, serving, services.limits);
      tellOfRetirement(admittedRequest.response, { prompt, serving }, services);
      const quote = await quotePrompt({ services, serving, prompt, account: admittedRequest.caller.account });
      admittedRequest.response.set('Cache-Control', 'no-store').json(quote);
    }),
  );
}
