import { keyVariable } from '../config.ts';
import type { Provider } from '../contract.ts';
import { logFieldsOf } from './call/log-attempt.ts';
import type { RequestContext } from './request-context.ts';

/**
 * One line a request about the providers that it asks and that have no key, with the variable that each key is read
 * from: what its callers are not told.
 */
export function logUnconfigured(lacking: readonly Provider[], context: RequestContext): void {
  const variables = Object.fromEntries(lacking.map(({ id, auth }) => [id, keyVariable(auth)]));
  context.services.log.warn(
    { ...logFieldsOf(context), fault: 'provider_unconfigured', variables },
    'providers without a key were asked: set their variables, and restart',
  );
}
