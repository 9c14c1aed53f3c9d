import type { IncomingMessage } from 'node:http';

/** Of whatever size; a client that writes as it makes its body has a few. */
const FREE_CHUNKS = 256;
/** Beyond those, of the chunks that have come. */
const MIN_MEAN_BYTES = 256;

/**
 * Bounds the chunks of a body (RFC 9112, 7.1). Each is a call of the parser and a buffer, whatever it holds: chunks of one
 * byte, six on the wire, cost the event loop a second for a megabyte.
 * @param refuse is called once, while the parser is at work, at the chunk that is one too many. It and what is behind are
 *   dropped: the body never ends.
 */
export function boundChunks(request: IncomingMessage, refuse: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  let isRefused = false;
  request.push = (chunk: Uint8Array | null, encoding?: BufferEncoding): boolean => {
    if (isRefused) return false;
    if (chunk === null) return push(chunk, encoding);
    chunks += 1;
    bytes += chunk.byteLength;
    if (chunks <= FREE_CHUNKS + bytes / MIN_MEAN_BYTES) return push(chunk, encoding);
    isRefused = true;
    refuse();
    return false;
  };
}
