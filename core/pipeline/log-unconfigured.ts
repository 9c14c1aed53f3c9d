import { keyVariable } from '../config.ts';
import type { RequestContext } from './request-context.ts';
import { identityOf } from './call/log-attempt.ts';
import type { PlannedRequest } from './hold-for.ts';

/**
 * One line a request about the providers that it asks and that have no key, with the variable that each key is read
 * from: what its callers are not told.
 */
export function logUnconfigured({ calls, preparedJudges }: PlannedRequest, context: RequestContext): void {
  const { connections } = context.serving.upstream;
  const asked = [...calls.map(({ entry }) => entry), ...preparedJudges.map(({ entry }) => entry)];
  const lacking = new Map(
    asked
      .filter(({ provider }) => !connections.has(provider.id))
      .map(({ provider }) => [provider.id, keyVariable(provider.auth)]),
  );
  if (lacking.size === 0) return;
  context.services.log.warn(
    { ...identityOf(context), fault: 'provider_unconfigured', variables: Object.fromEntries(lacking) },
    'providers without a key were asked: set their variables, and restart',
  );
}
