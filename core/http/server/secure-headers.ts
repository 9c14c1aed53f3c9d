import { Socket } from 'node:net';
import helmet from 'helmet';
import { http } from './node-http.ts';

/** Directives of a Content-Security-Policy by name, such as `{ scriptSrc: ["'self'"] }`. */
export type ContentPolicy = Readonly<Record<string, readonly string[]>>;

/** An answer of the API loads nothing, sends nothing anywhere and cannot be framed. */
const NOTHING: ContentPolicy = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/**
 * Helmet's headers, for whatever a browser may open. A router with pages mounts it once more, with what its pages load:
 * the later one wins. Helmet works every value out when it is made; what is left per request is setting the headers,
 * 4 microseconds, which a loop of our own over constants takes too.
 * @param policy added to a policy that allows nothing.
 */
export function secureHeaders(policy: ContentPolicy = {}): ReturnType<typeof helmet> {
  const directives = Object.entries({ ...NOTHING, ...policy }).map(([name, values]) => [name, [...values]]);
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: Object.fromEntries(directives) },
    xFrameOptions: { action: 'deny' },
    // Whether other names of the domain speak TLS is not ours to say.
    strictTransportSecurity: { includeSubDomains: false },
  });
}

/** The same as lines of a head, for answers written on the bare socket: set once, on a response that is never sent. */
export const SECURE_HEADER_LINES: readonly string[] = headerLines();

function headerLines(): readonly string[] {
  const request = new http.IncomingMessage(new Socket());
  const response = new http.ServerResponse(request);
  secureHeaders()(request, response, () => {});
  return Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${String(value)}`);
}
