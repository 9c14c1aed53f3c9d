import { createReadStream } from 'node:fs';

/** A line of a file. */
export interface FileLine {
  readonly line: string;
  /** Offset of the next line, in bytes. */
  readonly endBytes: number;
  /** Whether a line feed ends it. */
  readonly isWhole: boolean;
}

/** More than the largest answer a gateway gives. */
const MAX_LINE_BYTES = 67_108_864;
const CHUNK_BYTES = 1_048_576;
const LINE_FEED = 10;

/**
 * The lines of a file, which only line feeds end: JSON may hold other line breaks as they are, such as U+2028.
 * @throws Error if it cannot be read, or a line has more than 64 MiB.
 */
export async function* linesOfFile(path: string): AsyncGenerator<FileLine, void, undefined> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let endBytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    let piece: Buffer = Buffer.from(chunk);
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED)) {
      const line = Buffer.concat([...rest, piece.subarray(0, end)]);
      endBytes += line.length + 1;
      yield { line: line.toString('utf8'), endBytes, isWhole: true };
      rest = [];
      restBytes = 0;
      piece = piece.subarray(end + 1);
    }
    rest.push(piece);
    restBytes += piece.length;
    if (restBytes > MAX_LINE_BYTES) throw new Error(`${path} has a line that is too long for a run`);
  }
  if (restBytes > 0)
    yield { line: Buffer.concat(rest).toString('utf8'), endBytes: endBytes + restBytes, isWhole: false };
}
