import type { RequestHandler } from 'express';
import { quotePrompt } from '../../pipeline/quote-prompt.ts';
import { RequestContext } from '../../pipeline/request-context.ts';
import { admit, type AdmittedRequest } from '../admit/admit.ts';
import { readParts } from '../read/read-prompt.ts';
import { setRetirementHeaders, type PromptRouteServices } from '../run/open-request.ts';
import { checkAsked, inTermsOf, termsIn } from './ask/check-asked.ts';
import { DOOR_TERMS } from './door-rate.ts';
import type { Door } from './formats/door.ts';

/** What the same body would hold, as `POST /api/v1/prompt/quote` answers. */
export function doorQuoteRoute({ dialect }: Door, services: PromptRouteServices): RequestHandler {
  const answer = (admittedRequest: AdmittedRequest): Promise<void> =>
    services.use(async (serving) => {
      const parts = await readParts(admittedRequest, services, { wantsDigest: false, dialect });
      const terms = termsIn(parts);
      const { prompt } = checkAsked(parts, terms, { serving, limits: services.limits });
      const { response, caller } = admittedRequest;
      setRetirementHeaders(response, prompt, serving, services);
      const context = new RequestContext(services, serving, prompt, caller.account);
      const quote = await quotePrompt(context).catch((error: unknown) => {
        throw inTermsOf(error, terms);
      });
      response.set('Cache-Control', 'no-store').json(quote);
    });
  return admit(services, answer, DOOR_TERMS);
}
