import type { Socket } from 'node:net';

/** What Node's parser takes for a failure of its listener. */
const FAILED = -1;

/**
 * Has Node parse nothing more of a connection that is closing. One read brings up to 64 KiB, and Node would make a
 * request and a response of everything in it (1,700 short ones, 15 ms), and of whatever comes until the connection is
 * closed. Its parser cannot be paused within a read, but ends where a request is not taken: it then tells of a
 * `clientError`, here and at each later read.
 */
export function stopParsing(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => FAILED);
}
