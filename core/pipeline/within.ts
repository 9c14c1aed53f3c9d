import type { Ending } from './ending.ts';
import { TransportError } from './upstream-reply.ts';

/** What a plugin gives, waited for no longer than the call may take. @throws TransportError where it takes longer. */
export async function within<Value>(given: Value | Promise<Value>, ending: Ending): Promise<Value> {
  if (!(given instanceof Promise)) return given;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const forget = ending.whenOver(() => reject(new TransportError('timeout', undefined)));
  try {
    return await Promise.race([given, ended]);
  } finally {
    forget();
  }
}
