import type { Socket } from 'node:net';

/** What Node's parser takes for a failure of its listener. */
const FAILED = -1;

/**
 * Has Node parse nothing more of a connection that is closing. One read brings up to 64 KiB, and Node would make a
 * request and a response of everything in it (1,700 short ones, 15 ms), a buffer and a call of each chunk of a body
 * (10,000 of them, 30 ms), and go on with whatever comes until the connection is closed. Its parser cannot be ended within
 * a read. But it ends where a request is not taken, it calls nobody for chunks where nobody is named, and it takes no
 * further read once it is paused: it then tells of a `clientError`.
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

/** @returns the parser, which calls nobody any more; undefined where the connection has none. */
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
