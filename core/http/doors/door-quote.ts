import type { RequestHandler } from 'express';
import { admit, type AdmittedRequest } from '../admit/admit.ts';
import { readParts } from '../read/read-prompt.ts';
import type { RouteServices } from '../run/open-request.ts';
import { sendQuote } from '../run/send-quote.ts';
import { checkAsked, inTermsOf, termsIn } from './ask/check-asked.ts';
import { DOOR_TERMS } from './door-rate.ts';
import type { Door } from './formats/door.ts';

/** What the same body would hold, as `POST /api/v1/prompt/quote` answers. */
export function doorQuoteRoute({ dialect }: Door, services: RouteServices): RequestHandler {
  const answer = (admittedRequest: AdmittedRequest): Promise<void> =>
    services.use(async (serving) => {
      const parts = await readParts(admittedRequest, services, { wantsDigest: false, dialect });
      const terms = termsIn(parts);
      const { prompt } = checkAsked(parts, terms, { serving, limits: services.limits });
      await sendQuote(admittedRequest, prompt, { serving, services }).catch((error: unknown) => {
        throw inTermsOf(error, terms);
      });
    });
  return admit(services, answer, DOOR_TERMS);
}
