import { mkdir, open, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LineReader } from '../../board/forms.ts';
import { syncFolder, writeWhole } from '../../text/write-whole.ts';
import { linesOfFile } from './lines-of-file.ts';

/** A file of JSON lines that grows at its end. */
export interface LineFile<Line> {
  /** Resolves once the line is on the disk. */
  append(line: Line): Promise<void>;
  close(): Promise<void>;
}

export interface LineFileFormat<Head, Line> {
  /** The first bytes of every such file. */
  readonly prefix: string;
  /** The command that writes it. */
  readonly command: string;
  readonly readLine: LineReader<Line>;
  readonly isHead: (line: Line) => line is Line & Head;
  /** Makes the head of a new file. */
  readonly begin: () => Line & Head;
}

/** It holds prompts and answers. */
const OWNER_ONLY = 0o600;

/**
 * Opens a file of lines, or begins one. Half a line at its end, as a killed process leaves it, is cut off.
 * @param note called for each line that is there, the head included.
 * @throws Error if it is the file of something else, damaged, or cannot be written.
 */
export async function openLineFile<Head, Line>(
  path: string,
  format: LineFileFormat<Head, Line>,
  note: (line: Line) => void,
): Promise<LineFile<Line> & { readonly head: Head }> {
  await mkdir(dirname(path), { recursive: true });
  const lines = await readLines(path, format, note);
  if (lines.wholeBytes < lines.bytes) await truncate(path, lines.wholeBytes);
  const file = await open(path, 'a', OWNER_ONLY);
  let lastWrite: Promise<void> = Promise.resolve();
  const append = (line: Line): Promise<void> => {
    const write = lastWrite.then(async () => {
      await file.appendFile(`${JSON.stringify(line)}\n`);
      await file.datasync();
    });
    // The caller of this append gets its failure; the next append is tried all the same.
    lastWrite = write.catch(() => {});
    return write;
  };
  let { head } = lines;
  if (head === undefined) {
    const newHead = format.begin();
    await append(newHead);
    await syncFolder(dirname(path));
    note(newHead);
    head = newHead;
  }
  return {
    head,
    append,
    async close() {
      await lastWrite;
      await file.close();
    },
  };
}

/**
 * Writes a file of lines whole or not at all, in place of one that may exist.
 * @throws Error if it cannot be written.
 */
export async function beginLineFile(path: string, lines: readonly unknown[]): Promise<void> {
  await writeWhole(
    path,
    Iterator.from(lines).map((line) => `${JSON.stringify(line)}\n`),
    OWNER_ONLY,
  );
}

interface FileLines<Head> {
  readonly head: Head | undefined;
  readonly bytes: number;
  /** Up to the end of the last whole line. */
  readonly wholeBytes: number;
}

async function readLines<Head, Line>(
  path: string,
  { prefix, command, readLine, isHead }: LineFileFormat<Head, Line>,
  note: (line: Line) => void,
): Promise<FileLines<Head>> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return { head: undefined, bytes: 0, wholeBytes: 0 };
  if (!stats.isFile()) throw new Error(`${path} is not a file; give --out the path of a file`);
  const foreignFile = new Error(`${path} is not a file of "${command}"; use another --out`);
  let head: Head | undefined;
  let wholeBytes = 0;
  let count = 0;
  let brokenLine: number | undefined;
  for await (const { line: text, endBytes, isWhole } of linesOfFile(path)) {
    if (!isWhole) break;
    count += 1;
    if (brokenLine !== undefined) throw head === undefined ? foreignFile : damagedFile(path, brokenLine);
    const line = readLine(text);
    if (line === undefined) brokenLine = count;
    else {
      if (isHead(line)) head ??= line;
      note(line);
      wholeBytes = endBytes;
    }
  }
  if (head === undefined && stats.size > 0 && (count > 0 || !(await startsAs(path, prefix))))
    throw foreignFile;
  return { head, bytes: stats.size, wholeBytes };
}

/** Whether a file without a whole line is the beginning of such a file, and nothing of anybody else's. */
async function startsAs(path: string, prefix: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(prefix.length), 0, prefix.length, 0);
    return prefix.startsWith(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

function damagedFile(path: string, line: number): Error {
  return new Error(`line ${line} of ${path} is not a line of a run: the file is damaged; use another --out`);
}
