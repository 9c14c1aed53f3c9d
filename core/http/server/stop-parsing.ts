import type { Socket } from 'node:net';

/** Node's parser takes this for a failure of its listener. */
const FAILED = -1;

/**
 * Has Node parse nothing more of a connection that is closing. Until it is closed, Node would go on parsing. One read
 * brings up to 64 KiB, of which Node makes either
 * - a request and a response for each request in it: 1,700 short ones take 15 ms; or
 * - a buffer and a call for each chunk of a body: 10,000 take 30 ms.
 *
 * Node's parser cannot be ended within a read, but
 * - it ends at a request that its listener refuses;
 * - it makes no call for chunks if it has no listener for them;
 * - once paused, it takes no further read, and emits `clientError`.
 */
export function stopParsing(socket: Socket): void {
  const parser = takeNothing(socket);
  const pause: unknown = parser && Reflect.get(parser, 'pause');
  if (typeof pause === 'function') Reflect.apply(pause, parser, []);
}

/** The same, but the parser reads on and throws away what comes, without a call for any of it. */
export function discardInput(socket: Socket): void {
  takeNothing(socket);
}

/** @returns the parser, which calls no listener any more; undefined if the connection has none. */
function takeNothing(socket: Socket): object | undefined {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser !== 'object' || parser === null) return undefined;
  Reflect.set(parser, 'onIncoming', () => FAILED);
  const onBody: unknown = Reflect.get(parser.constructor, 'kOnBody');
  if (typeof onBody !== 'number') return parser;
  const listener: unknown = Reflect.get(parser, onBody);
  if (listener === undefined) return parser;
  Reflect.set(parser, onBody, undefined);
  // Node keeps parsers for later connections, and names their listeners once.
  socket.once('close', () => Reflect.set(parser, onBody, listener));
  return parser;
}
