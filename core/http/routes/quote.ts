import type { RequestHandler } from 'express';
import { quotePrompt } from '../../pipeline/quote-prompt.ts';
import { RequestContext } from '../../pipeline/request-context.ts';
import { admit } from '../admit/admit.ts';
import { setRetirementHeaders, type PromptRouteServices } from '../run/open-request.ts';
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
      const { response, caller } = admittedRequest;
      setRetirementHeaders(response, prompt, serving, services);
      const context = new RequestContext(services, serving, prompt, caller.account);
      response.set('Cache-Control', 'no-store').json(await quotePrompt(context));
    }),
  );
}
