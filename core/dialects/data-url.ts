/** A file of a message. `base64` is not checked yet. */
export interface DataUrl {
  readonly mediaType: string;
  readonly base64: string;
}

/** RFC 2397: parameters of the media type may stand before `;base64`. */
const HEAD = /^data:([^;,]{1,255})(?:;[^;,]{1,255}){0,4};base64,/i;
/** No head is longer. */
const MAX_HEAD_CHARACTERS = 2_048;

/** @returns undefined for any other URL, and for data that is not in base64. */
export function readDataUrl(url: string): DataUrl | undefined {
  const [head, mediaType] = HEAD.exec(url.slice(0, MAX_HEAD_CHARACTERS)) ?? [];
  if (head === undefined || mediaType === undefined) return undefined;
  return { mediaType: mediaType.trim().toLowerCase(), base64: url.slice(head.length) };
}
