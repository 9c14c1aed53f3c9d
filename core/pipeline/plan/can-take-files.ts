import type { Attachment, Model, Provider } from '../../contract.ts';

/** Whether a model reads all these files, and its provider takes them in one request. Known before anything is spent. */
export function canTakeFiles(
  files: readonly Attachment[],
  model: Model,
  { attachments: limits }: Provider,
): boolean {
  const pdfs = files.filter(({ mediaType }) => mediaType === 'application/pdf');
  const images = files.filter(({ mediaType }) => mediaType !== 'application/pdf');
  const base64Bytes = files.reduce((sum, { base64 }) => sum + base64.byteLength, 0);
  return (
    images.every(
      ({ mediaType, sizeBytes }) =>
        model.accepts.images.includes(mediaType) && within(sizeBytes, limits.imageBytes),
    ) &&
    pdfs.every(({ sizeBytes }) => model.accepts.pdf && within(sizeBytes, limits.pdfBytes)) &&
    within(images.length, limits.images) &&
    within(pdfs.length, limits.pdfs) &&
    within(base64Bytes, limits.totalBase64Bytes)
  );
}

function within(figure: number, limit: number | undefined): boolean {
  return limit === undefined || figure <= limit;
}
