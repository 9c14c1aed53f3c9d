import { mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LineReader } from '../../board/forms.ts';
import { linesOfFile } from './lines-of-file.ts';

/** A file of JSON lines that grows at its end. */
export interface LineFile<Line> {
  /** Resolves once the line is on the disk. */
  append(line: Line): Promise<void>;
  close(): Promise<void>;
}

export interface LineFileTerms<Head, Line> {
  /** How every such file begins. */
  readonly beginning: string;
  /** The command that writes it. */
  readonly command: string;
  readonly read: LineReader<Line>;
  readonly isHead: (line: Line) => line is Line & Head;
  /** Of a file that is new. */
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
  terms: LineFileTerms<Head, Line>,
  note: (line: Line) => void,
): Promise<LineFile<Line> & { readonly head: Head }> {
  await mkdir(dirname(path), { recursive: true });
  const found = await readLines(path, terms, note);
  if (found.wholeBytes < found.bytes) await truncate(path, found.wholeBytes);
  const file = await open(path, 'a', OWNER_ONLY);
  let last: Promise<void> = Promise.resolve();
  const append = (line: Line): Promise<void> => {
    const own = last.then(async () => {
      await file.appendFile(`${JSON.stringify(line)}\n`);
      await file.datasync();
    });
    // Who waits for this line hears of its failure; the next one is tried all the same.
    last = own.catch(() => {});
    return own;
  };
  let { head } = found;
  if (head === undefined) {
    const begun = terms.begin();
    await append(begun);
    await syncFolder(dirname(path));
    note(begun);
    head = begun;
  }
  return {
    head,
    append,
    async close() {
      await last;
      await file.close();
    },
  };
}

/**
 * Writes a file of lines whole or not at all, in place of one that may be there.
 * @throws Error if it cannot be written.
 */
export async function beginLineFile(path: string, lines: readonly unknown[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', OWNER_ONLY);
  try {
    for (const line of lines) await file.appendFile(`${JSON.stringify(line)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}

interface FoundLines<Head> {
  readonly head: Head | undefined;
  readonly bytes: number;
  /** Up to the end of the last whole line. */
  readonly wholeBytes: number;
}

async function readLines<Head, Line>(
  path: string,
  { beginning, command, read, isHead }: LineFileTerms<Head, Line>,
  note: (line: Line) => void,
): Promise<FoundLines<Head>> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return { head: undefined, bytes: 0, wholeBytes: 0 };
  if (!found.isFile()) throw new Error(`${path} is not a file; give --out the path of a file`);
  const foreign = new Error(`${path} is not a file of "${command}"; use another --out`);
  let head: Head | undefined;
  let wholeBytes = 0;
  let count = 0;
  let broken: number | undefined;
  for await (const { line: text, endBytes, isWhole } of linesOfFile(path)) {
    if (!isWhole) break;
    count += 1;
    if (broken !== undefined) throw head === undefined ? foreign : damaged(path, broken);
    const line = read(text);
    if (line === undefined) broken = count;
    else {
      if (isHead(line)) head ??= line;
      note(line);
      wholeBytes = endBytes;
    }
  }
  if (head === undefined && found.size > 0 && (count > 0 || !(await begins(path, beginning)))) throw foreign;
  return { head, bytes: found.size, wholeBytes };
}

/** Whether a file without a whole line is the beginning of such a file, and nothing of anybody else's. */
async function begins(path: string, beginning: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginning.length), 0, beginning.length, 0);
    return beginning.startsWith(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

function damaged(path: string, line: number): Error {
  return new Error(`line ${line} of ${path} is not a line of a run: the file is damaged; use another --out`);
}

/** A new file's name is durable once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
