import type { RequestHandler } from 'express';
import { admit } from '../admit/admit.ts';
import type { RouteServices } from '../run/open-request.ts';
import { sendQuote } from '../run/send-quote.ts';
import type { RunningAddress } from './prompt.ts';
import { readParts } from '../read/read-prompt.ts';

/** What the same body would hold at an address that runs it. It counts against the rate; it costs nothing. */
export function quoteRoute(
  { check }: Pick<RunningAddress, 'check'>,
  services: RouteServices,
): RequestHandler {
  return admit(services, (admittedRequest) =>
    services.use(async (serving) => {
      const parts = await readParts(admittedRequest, services, { wantsDigest: false });
      const prompt = check(parts, serving, services.limits);
      await sendQuote(admittedRequest, prompt, { serving, services });
    }),
  );
}
