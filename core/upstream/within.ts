import type { Ending } from './ending.ts';
import { TransportError } from './upstream-reply.ts';

/**
 * What a plugin gives, waited for no longer than the call may take; what it gives at once is handed on as it is.
 * @throws TransportError where it takes longer.
 */
export function within<Value>(given: Value | Promise<Value>, ending: Ending): Value | Promise<Value> {
  return given instanceof Promise ? waitFor(given, ending) : given;
}

async function waitFor<Value>(given: Promise<Value>, ending: Ending): Promise<Value> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const forget = ending.whenOver(() => reject(new TransportError('timeout', undefined)));
  try {
    return await Promise.race([given, ended]);
  } finally {
    forget();
  }
}
