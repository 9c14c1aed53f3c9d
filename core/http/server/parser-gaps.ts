// What Node's parser lets through, and this gateway does not.
import type { IncomingMessage } from 'node:http';

/** RFC 3986, 3.2: a name, an IPv4 or a bracketed IPv6 address, then a port; it may be empty. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/i;

/**
 * Whether two readers could take the head of a request for two things: what lets one smuggle a request past the other.
 * Node's parser refuses most of it by itself (two lengths, a length beside chunks, folded lines, bare line feeds); this
 * is what it lets through. RFC 9112: 2.3 version, 3.2 Host, 6.1 Transfer-Encoding.
 */
export function isUnclear({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true;
  const { host = [], 'transfer-encoding': codings } = headersDistinct;
  if (host.length > 1 || !HOST.test(host[0] ?? '')) return true;
  if (httpVersion === '1.1' && host.length === 0) return true;
  if (codings === undefined) return false;
  // Node takes the chunks apart and would hand over what another coding made of the body; HTTP/1.0 has no codings.
  return httpVersion === '1.0' || codings.join(',').trim().toLowerCase() !== 'chunked';
}

/** Of whatever size; a client that writes as it makes its body has a few. */
const FREE_CHUNKS = 256;
/** Beyond those, of the chunks that have come. */
const MIN_MEAN_BYTES = 256;

/**
 * Bounds the chunks of a chunked body (RFC 9112, 7.1). Each is a call of the parser and a buffer, whatever it holds: chunks of one
 * byte, six on the wire, cost the event loop a second for a megabyte.
 * @param refuse is called once, while the parser is at work, at the chunk that is one too many. It and what is behind are
 *   dropped: the body never ends.
 */
export function boundChunks(request: IncomingMessage, refuse: () => void): void {
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
