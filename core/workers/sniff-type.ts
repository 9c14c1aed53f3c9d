/** file-type needs no more, and looks no further. */
export const SNIFFED_BYTES = 4_100;

/**
 * What a file is by its first bytes, whatever it is called.
 * @returns a media type, undefined where the bytes are of no known kind.
 */
export async function sniffType(head: Uint8Array): Promise<string | undefined> {
  // Most requests bring no file.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  // Programs that know no animated PNG read it as a PNG.
  if (found?.mime === 'image/apng') return 'image/png';
  if (found !== undefined && found.mime !== 'application/xml') return found.mime;
  return markupType(head) ?? found?.mime;
}

/** Text formats have no magic number, and file-type leaves them out. */
function markupType(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  return /<(?:!doctype html|html|head|body|script)[\s>]/i.test(text) ? 'text/html' : undefined;
}
