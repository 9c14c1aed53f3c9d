import { writeSync } from 'node:fs';
import { pino, type DestinationStream } from 'pino';

const STANDARD_OUTPUT = 1;
/** While lines keep coming they leave together, this often. */
const HELD_BACK_MS = 20;
/** Characters after which they leave earlier. */
const MAX_HELD_BACK = 65_536;
/** Characters that wait for a slow reader; lines beyond are dropped, and counted. */
export const MAX_WAITING = 16 * 1_024 * 1_024;
/** How long the end of the process waits for a reader that takes nothing: as often, and milliseconds each. */
const MAX_TRIES = 20;
const TRY_MS = 50;

/**
 * Standard output, for lines of JSON. The first line of a quiet time leaves at once, and those that follow close upon it
 * together: each write wakes a thread, and whoever reads the log. One write is under way at a time. At the end of the
 * process what waits is written, unless its reader has gone or takes nothing for a second.
 */
export function logOutput(): DestinationStream & { readonly flushSync: () => void } {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: false });
  let lines = '';
  let dropped = 0;
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  const take = (): string => {
    const taken = lines + (dropped === 0 ? '' : droppedLine(dropped));
    lines = '';
    dropped = 0;
    return taken;
  };
  const pass = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines === '' || isWriting) return;
    isWriting = true;
    output.write(take());
    timer = setTimeout(pass, HELD_BACK_MS).unref();
  };
  // A reader that has gone drains nothing: pino writes no more then.
  output.on('drain', () => {
    isWriting = false;
    if (timer === undefined) pass();
  });
  // Not with `output.flushSync`, which tries for ever where the reader has gone (sonic-boom 4.2).
  const flushSync = (): void => writeNow(take());
  process.once('exit', flushSync);
  return {
    write(line) {
      if (lines.length + line.length > MAX_WAITING) {
        dropped += 1;
        return;
      }
      lines += line;
      if (timer === undefined || lines.length > MAX_HELD_BACK) pass();
    },
    // Pino calls it after a fatal line.
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
