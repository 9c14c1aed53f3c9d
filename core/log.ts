import { pino, type Logger } from 'pino';

export type { Logger };

/**
 * JSON lines on standard output. Bodies, keys and provider texts are never handed to it; the redaction is a second
 * fence, should somebody log a request object one day.
 */
export function createLog(level: string): Logger {
  return pino({
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
  });
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
