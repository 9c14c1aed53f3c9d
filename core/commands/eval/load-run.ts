import { createRunReader, type Run } from '../../board/read-run.ts';
import { linesOfFile } from '../../eval/run/lines-of-file.ts';

/** Reads a run's file. @throws Error naming the file if it cannot be read, or is not that of a run. */
export async function loadRun(path: string): Promise<Run> {
  const reader = createRunReader();
  try {
    for await (const { line } of linesOfFile(path)) reader.add(line);
    return reader.end();
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const reason = isMissing
      ? 'There is no such file.'
      : cause instanceof Error
        ? cause.message
        : 'It cannot be read.';
    throw new Error(`${path}: ${reason}`, { cause });
  }
}
