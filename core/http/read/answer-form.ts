// The form of the answer that the client requests.
import type { Request } from 'express';

/** Upper bound of one header, because reading a list may take quadratic time. A browser sends a tenth of this. */
const MAX_LIST_CHARACTERS = 1_024;

/** @param values of the header, as often as it was sent. */
export function isListTooLong(values: readonly string[] | undefined): boolean {
  const characters = values?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  return characters > MAX_LIST_CHARACTERS;
}

/** Whether the client wants server-sent events while the answer is written. A list that is too long is ignored. */
export function wantsEventStream(request: Request): boolean {
  const { accept } = request.headersDistinct;
  if (accept === undefined || isListTooLong(accept)) return false;
  return request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
}

/** Matches the preference anywhere in the list, with or without parameters. */
const RESPOND_ASYNC = /(?:^|,)\s*respond-async\s*(?:[;,]|$)/i;
/**
 * Matches the quoted value of another preference, which may contain anything. An unclosed one ends with the header. The
 * pattern matches at every quotation mark, so no character is read twice.
 */
const QUOTED = /"(?:[^"\\]|\\[^]?)*(?:"|$)/g;

/**
 * Whether the client wants an answer at once and will fetch the result later (`Prefer: respond-async`, RFC 7240). A list
 * that is too long is ignored.
 */
export function prefersAsync({ headersDistinct: { prefer } }: Pick<Request, 'headersDistinct'>): boolean {
  if (prefer === undefined || isListTooLong(prefer)) return false;
  return prefer.some((list) => RESPOND_ASYNC.test(list.replaceAll(QUOTED, '')));
}
