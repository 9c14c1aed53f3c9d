import { pino, type Logger } from 'pino';
import { logOutput } from './log-output.ts';
import { readableOutput } from './terminal/readable-log.ts';

export type { Logger };

/** Fields of a line, or of an object in a line, that are never logged. */
const HIDDEN = ['headers', 'body', 'authorization', 'prompt'];
const CENSOR = '[redacted]';

/**
 * Writes JSON lines to standard output, or readable ones if it is a terminal. No code passes bodies, keys or provider
 * texts to it. The redaction is a second defence, in case somebody logs a request object.
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
 * Hides the fields of objects in a line. With paths such as `*.body`, pino would read every path for every field of every
 * line. Values that are formatted into a message would not be covered, but no line has any.
 */
function hideInObjects(line: Record<string, unknown>): Record<string, unknown> {
  let safeLine = line;
  for (const [name, value] of Object.entries(line)) {
    if (typeof value !== 'object' || value === null) continue;
    const hidden = HIDDEN.filter((field) => field in value);
    if (hidden.length === 0) continue;
    const censored = Object.fromEntries(hidden.map((field) => [field, CENSOR]));
    safeLine = { ...safeLine, [name]: { ...value, ...censored } };
  }
  return safeLine;
}

/** The loggable parts of an error: its name and code, but not its message, which can quote input or a provider. */
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
