import { createRunReader, type Run } from '../../board/read-run.ts';

/** A larger file would not fit into the page's memory. */
const MAX_BYTES = 500_000_000;
const MAX_LINE_CHARACTERS = 67_108_864;

/**
 * Reads a run's file in pieces, so that the page stays responsive.
 * @param progress is called with values from 0 to 1.
 * @throws Error with the reason for the reader.
 */
export async function readRunFile(file: Blob, progress: (share: number) => void): Promise<Run> {
  if (file.size > MAX_BYTES)
    throw new Error('It is larger than 500 MB. Use "assay eval report FILE --html report.html" for it.');
  const run = createRunReader();
  const decoder = new TextDecoder();
  const stream = file.stream().getReader();
  let rest = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await stream.read();
    if (done) break;
    bytes += value.byteLength;
    // Only a line feed ends a line, because JSON may contain other line breaks.
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS) throw new Error('It has a line that is too long for a run.');
    for (const line of lines) run.add(line);
    progress(bytes / file.size);
  }
  rest += decoder.decode();
  if (rest !== '') run.add(rest);
  return run.end();
}
