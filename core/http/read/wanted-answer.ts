// In which of its forms the client wants the answer.
import type { Request } from 'express';

/** The most in one header: reading a list may take the square of its length, and a browser's have a tenth of this. */
const MAX_LIST_CHARACTERS = 1_024;

/** @param values of the header, as often as it was sent. */
export function isListTooLong(values: readonly string[] | undefined): boolean {
  const characters = values?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  return characters > MAX_LIST_CHARACTERS;
}

/** Whether it wants the answer as server-sent events, as it is written. A list that is too long asks for nothing. */
export function wantsEventStream(request: Request): boolean {
  const { accept } = request.headersDistinct;
  if (accept === undefined || isListTooLong(accept)) return false;
  return request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
}

/** A preference of that name, with or without parameters, anywhere in the list. */
const RESPOND_ASYNC = /(?:^|,)\s*respond-async\s*(?:[;,]|$)/i;
/**
 * The value of another preference may be quoted, and hold anything. One that is never closed reaches to the end: wherever
 * a quotation mark is, this matches, and no character is read twice.
 */
const QUOTED = /"(?:[^"\\]|\\[^]?)*(?:"|$)/g;

/**
 * Whether the client asks to be answered at once and to fetch the result later (`Prefer: respond-async`, RFC 7240). A list
 * that is too long prefers nothing.
 */
export function prefersAsync({ headersDistinct: { prefer } }: Pick<Request, 'headersDistinct'>): boolean {
  if (prefer === undefined || isListTooLong(prefer)) return false;
  return prefer.some((list) => RESPOND_ASYNC.test(list.replaceAll(QUOTED, '')));
}
