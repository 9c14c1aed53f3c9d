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
