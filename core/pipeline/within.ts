import { onAbort } from './on-abort.ts';
import { TransportError } from './upstream-reply.ts';

/** What a plugin gives, waited for no longer than the call may take. @throws TransportError where it takes longer. */
export async function within<Value>(given: Value | Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (!(given instanceof Promise)) return given;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const forget = onAbort([signal], () => reject(new TransportError('timeout', signal.reason)));
  try {
    return await Promise.race([given, ended]);
  } finally {
    forget();
  }
}
