import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

/**
 * JSON lines on standard output. Bodies, keys and provider texts are never handed to it; the redaction is a second
 * fence, should somebody log a request object one day.
 */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'headers',
        '*.headers',
        'body',
        '*.body',
        'authorization',
        '*.authorization',
        'prompt',
        '*.prompt',
      ],
      censor: '[redacted]',
    },
  };
  return pino(options, linesOfOneTurn());
}

/** Characters after which lines do not wait for the turn to end. */
const MAX_HELD_BACK = 65_536;

/**
 * One write for all lines of a turn of the event loop: each write wakes a thread, and whoever reads the log. Nothing is
 * held back when the process ends by itself.
 */
function linesOfOneTurn(): DestinationStream & { readonly flushSync: () => void } {
  const output = pino.destination({ dest: 1, sync: false });
  let lines = '';
  const pass = (): void => {
    if (lines === '') return;
    const passed = lines;
    lines = '';
    output.write(passed);
  };
  const flushSync = (): void => {
    pass();
    output.flushSync();
  };
  process.once('exit', flushSync);
  return {
    write(line) {
      if (lines === '') setImmediate(pass);
      lines += line;
      if (lines.length > MAX_HELD_BACK) pass();
    },
    // Pino calls it after a fatal line.
    flushSync,
  };
}

/** What of an error may be logged: its name and code, not its message, which can quote input or a provider. */
export function describeError(error: unknown): {
  readonly name: string;
  readonly code?: string;
  readonly stack?: string;
} {
  if (!(error instanceof Error)) return { name: 'NonError' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n');
  return { name: error.name, ...code, ...(frames !== undefined && { stack: frames }) };
}
