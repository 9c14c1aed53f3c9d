import type { Request } from 'express';

/** A preference of that name, with or without parameters, wherever it stands in the list. */
const RESPOND_ASYNC = /(?:^|,)\s*respond-async\s*(?:[;,]|$)/i;
/** The value of another preference may be quoted, and hold anything. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Whether the client asks to be answered at once and to fetch the result later (`Prefer: respond-async`, RFC 7240). */
export function prefersAsync({ headersDistinct }: Pick<Request, 'headersDistinct'>): boolean {
  return headersDistinct['prefer']?.some((list) => RESPOND_ASYNC.test(list.replaceAll(QUOTED, ''))) ?? false;
}
