import type { Socket } from 'node:net';

/** Node's parser treats this result as a failure of its listener. */
const FAILED = -1;

/**
 * Stops the parsing of a connection that is closing, because Node would otherwise continue until it is closed. For one
 * read of up to 64 KiB, Node makes either
 * - a request and a response for each request in it: 1,700 short ones take 15 ms; or
 * - a buffer and a call for each chunk of a body: 10,000 take 30 ms.
 *
 * Node's parser cannot be ended within a read, but
 * - it stops at a request that its listener refuses;
 * - it makes no call for chunks if it has no listener for them;
 * - a paused parser accepts no further read, and emits `clientError`.
 */
export function stopParsing(socket: Socket): void {
  const parser = discardInput(socket);
  const pause: unknown = parser && Reflect.get(parser, 'pause');
  if (typeof pause === 'function') Reflect.apply(pause, parser, []);
}

/**
 * Lets the parser read on and discard the input without a call for any of it.
 * @returns the parser; undefined if the connection has none.
 */
export function discardInput(socket: Socket): object | undefined {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser !== 'object' || parser === null) return undefined;
  Reflect.set(parser, 'onIncoming', () => FAILED);
  const onBody: unknown = Reflect.get(parser.constructor, 'kOnBody');
  if (typeof onBody !== 'number') return parser;
  const listener: unknown = Reflect.get(parser, onBody);
  if (listener === undefined) return parser;
  Reflect.set(parser, onBody, undefined);
  // Restored, because Node reuses parsers for later connections and sets their listeners only once.
  socket.once('close', () => Reflect.set(parser, onBody, listener));
  return parser;
}
