import { writeSync } from 'node:fs';
import { pino, type DestinationStream } from 'pino';

const STANDARD_OUTPUT = 1;
/** The time between two writes while lines keep coming. */
const BATCH_MS = 20;
/** A batch with more characters is written earlier. */
const MAX_BATCH = 65_536;
/** Upper bound of the characters that wait for a slow reader. Further lines are dropped and counted. */
export const MAX_WAITING = 16 * 1_024 * 1_024;
/** At the end of the process, a reader that takes nothing is tried this often, after this many milliseconds each. */
const MAX_TRIES = 20;
const TRY_MS = 50;

/**
 * Standard output, for lines of JSON. After a quiet time, the first line is written at once. The lines that follow soon
 * are written together, because each write wakes a thread and the reader of the log. One write is under way at a time. At
 * the end of the process the waiting lines are written, unless the reader has gone or takes nothing for a second.
 */
export function logOutput(): DestinationStream & { readonly flushSync: () => void } {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: false });
  let lines = '';
  let dropped = 0;
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  const take = (): string => {
    const text = lines + (dropped === 0 ? '' : droppedLine(dropped));
    lines = '';
    dropped = 0;
    return text;
  };
  const pass = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines === '' || isWriting) return;
    isWriting = true;
    output.write(take());
    timer = setTimeout(pass, BATCH_MS).unref();
  };
  // If the reader has gone, there is no such event, and pino writes no more.
  output.on('drain', () => {
    isWriting = false;
    if (timer === undefined) pass();
  });
  // `output.flushSync` would try for ever if the reader has gone (sonic-boom 4.2).
  const flushSync = (): void => writeNow(take());
  process.once('exit', flushSync);
  return {
    write(line) {
      if (lines.length + line.length > MAX_WAITING) {
        dropped += 1;
        return;
      }
      lines += line;
      if (timer === undefined || lines.length > MAX_BATCH) pass();
    },
    // Pino calls this after a fatal line.
    flushSync,
  };
}

function droppedLine(count: number): string {
  const time = new Date().toISOString();
  const msg = 'lines dropped: whoever reads the log is too slow';
  return `${JSON.stringify({ level: 40, time, count, msg })}\n`;
}

function writeNow(text: string): void {
  let rest = Buffer.from(text);
  for (let tries = 0; rest.length > 0 && tries < MAX_TRIES; tries += 1)
    try {
      rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest));
      tries = 0;
    } catch (error) {
      // Nobody reads any more.
      if (!isFull(error)) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_MS);
    }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
