import { type Prompt, RequestContext } from '../../pipeline/request-context.ts';
import { quotePrompt } from '../../pipeline/quote-prompt.ts';
import type { AdmittedRequest } from '../admit/admit.ts';
import { type RouteServices, type RequestServing, setRetirementHeaders } from './open-request.ts';

/** @throws GatewayError as `quotePrompt`. */
export async function sendQuote(
  { response, caller }: AdmittedRequest,
  prompt: Prompt,
  { serving, services }: { readonly serving: RequestServing; readonly services: RouteServices },
): Promise<void> {
  setRetirementHeaders(response, prompt, serving, services);
  const context = new RequestContext(services, serving, prompt, caller.account);
  response.set('Cache-Control', 'no-store').json(await quotePrompt(context));
}
