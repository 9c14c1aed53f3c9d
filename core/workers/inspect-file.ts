import type { Attachment } from '../contract.ts';
import type { FieldError, FieldErrorCode } from '../errors.ts';
import { bytesAt, type EncodedFile } from './canonical-base64.ts';
import { readImageSize } from './image-size.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { SNIFFED_BYTES, sniffType } from './sniff-type.ts';

/** Facts about a file that its own bytes show. */
export type FileFacts = Pick<Attachment, 'pixels' | 'pages'>;

export type Inspection = { readonly facts: FileFacts } | { readonly problem: FieldError };

const PDF = 'application/pdf';
const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', PDF];
/** A common name for `image/jpeg` that was never registered. */
const MISNAMED = 'image/jpg';
/** The largest size that a provider accepts. It is checked because a small file can claim any size. */
const MAX_SIDE_PIXELS = 16_384;
const MAX_PIXELS = 100_000_000;
/** The beginning of a file. It has the size of most images; metadata of a JPEG may precede it. */
const HEAD_BYTES = 65_536;
/** More than the metadata of any photograph. */
const SEARCHED_BYTES = 8_388_608;

/**
 * Compares a file with the type that its sender declares, and reads facts from its header. The file is not decoded.
 * @param declared undefined if the request has no media type there, which the schema then reports.
 * @param pointer of the attachment.
 */
export async function inspectFile(
  file: EncodedFile,
  declared: string | undefined,
  pointer: string,
): Promise<Inspection> {
  const typeProblem = (message: string): Inspection => ({
    problem: { pointer: `${pointer}/type`, code: 'media_type', message },
  });
  const fileProblem = (code: FieldErrorCode, message: string): Inspection => ({
    problem: { pointer: `${pointer}/base64`, code, message },
  });
  if (declared === undefined) return { facts: {} };
  const type = declared.toLowerCase();
  const actual = await sniffType(bytesAt(file, 0, SNIFFED_BYTES));
  const finding = actual === undefined ? 'the file is of no known kind' : `the file is ${actual}`;
  const isAccepted = actual !== undefined && TYPES.includes(actual);
  if (isAccepted && type === MISNAMED)
    return typeProblem(`${MISNAMED} is no media type; ${finding}: declare ${actual}`);
  if (!isAccepted || !TYPES.includes(type))
    return typeProblem(`${finding}; an attachment is one of ${TYPES.join(', ')}`);
  if (actual !== type) return typeProblem(`${finding}, which is not the type declared`);
  if (actual === PDF) {
    const { isEncrypted, pages } = inspectPdf(file);
    return isEncrypted
      ? fileProblem('encrypted', 'the PDF is encrypted: send it without a password')
      : { facts: { pages } };
  }
  const pixels = await readPixels(file, actual);
  if (pixels === undefined || pixels.width === 0 || pixels.height === 0)
    return fileProblem('damaged', 'the image’s header says no size: the file is damaged');
  const { width, height } = pixels;
  if (Math.max(width, height) > MAX_SIDE_PIXELS || width * height > MAX_PIXELS)
    return fileProblem(
      'limit',
      `at most ${MAX_SIDE_PIXELS} pixels a side and ${MAX_PIXELS} in all; this has ${width} x ${height}`,
    );
  return { facts: { pixels } };
}

/** @returns undefined if the header says no size. */
async function readPixels(file: EncodedFile, type: string): Promise<FileFacts['pixels']> {
  const head = await readImageSize(bytesAt(file, 0, HEAD_BYTES), type);
  return head ?? (await readImageSize(bytesAt(file, 0, Math.min(SEARCHED_BYTES, file.sizeBytes)), type));
}
