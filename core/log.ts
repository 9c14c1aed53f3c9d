import { pino, type Logger } from 'pino';
import { logOutput } from './log-output.ts';
import { readableOutput } from './terminal/readable-log.ts';

export type { Logger };

/** Fields that are never logged, of a line or of an object in one. */
const HIDDEN = ['headers', 'body', 'authorization', 'prompt'];
const CENSOR = '[redacted]';

/**
 * JSON lines on standard output, readable ones if that is a terminal. Bodies, keys and provider texts are never handed to it; the redaction is a second
 * fence, should somebody log a request object one day.
 */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: HIDDEN, censor: CENSOR },
    formatters: { log: hideInObjects },
  };
  return pino(options, process.stdout.isTTY ? readableOutput(process.stdout) : logOutput());
}

/**
 * Paths such as `*.body` would have pino read every path for every field of every line. Of a value that a message is
 * formatted with, which no line has today, pino hides only its own fields.
 */
function hideInObjects(line: Record<string, unknown>): Record<string, unknown> {
  let shown = line;
  for (const [name, value] of Object.entries(line)) {
    if (typeof value !== 'object' || value === null) continue;
    const hidden = HIDDEN.filter((field) => field in value);
    if (hidden.length === 0) continue;
    const censored = Object.fromEntries(hidden.map((field) => [field, CENSOR]));
    shown = { ...shown, [name]: { ...value, ...censored } };
  }
  return shown;
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
