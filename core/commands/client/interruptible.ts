import type { Environment } from '../../config.ts';
import type { LiveLinesOptions } from '../../terminal/live-lines.ts';
import { paintFor } from '../../terminal/paint.ts';

const INTERRUPTED = 130;

/**
 * Does work until it ends or SIGINT or SIGTERM comes.
 * @param onInterrupted is called once the work has stopped for it.
 * @returns the work's exit code, or 130. @throws what the work throws, unless it was interrupted.
 */
export async function interruptible(
  work: (signal: AbortSignal, interrupt: () => void) => Promise<number>,
  onInterrupted: () => void,
): Promise<number> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await work(interrupted.signal, interrupt);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    onInterrupted();
    return INTERRUPTED;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** Progress goes to standard error, so that the result can be piped. */
export function progressOutput(json: boolean, environment: Environment): LiveLinesOptions {
  const { stderr } = process;
  return {
    // A program that reads JSON wants no lines from us, unless a person is watching it.
    stream: json && !stderr.isTTY ? { write: () => true } : stderr,
    inPlace: stderr.isTTY && environment['TERM'] !== 'dumb',
    paint: paintFor(stderr),
    now: () => performance.now(),
  };
}
