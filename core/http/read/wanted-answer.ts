// In which of its forms the client wants the answer.
import type { Request } from 'express';

/** Whether it wants the answer as server-sent events, as it is written. */
export function wantsEventStream(request: Request): boolean {
  return request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
}

/** A preference of that name, with or without parameters, anywhere in the list. */
const RESPOND_ASYNC = /(?:^|,)\s*respond-async\s*(?:[;,]|$)/i;
/** The value of another preference may be quoted, and hold anything. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Whether the client asks to be answered at once and to fetch the result later (`Prefer: respond-async`, RFC 7240). */
export function prefersAsync({ headersDistinct }: Pick<Request, 'headersDistinct'>): boolean {
  return headersDistinct['prefer']?.some((list) => RESPOND_ASYNC.test(list.replaceAll(QUOTED, ''))) ?? false;
}
