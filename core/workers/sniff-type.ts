/** The number of bytes that file-type reads. */
export const SNIFFED_BYTES = 4_100;

/**
 * Finds the media type of a file by its first bytes.
 * @returns undefined if the bytes are of no known kind.
 */
export async function sniffType(head: Uint8Array): Promise<string | undefined> {
  // The package is loaded on demand, because most requests have no file.
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  // An animated PNG is also a valid PNG.
  if (type?.mime === 'image/apng') return 'image/png';
  if (type !== undefined && type.mime !== 'application/xml') return type.mime;
  return markupType(head) ?? type?.mime;
}

/** Text formats have no magic number, so file-type does not recognise them. */
function markupType(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  return /<(?:!doctype html|html|head|body|script)[\s>]/i.test(text) ? 'text/html' : undefined;
}
