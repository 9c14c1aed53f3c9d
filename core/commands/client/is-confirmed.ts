import { createInterface } from 'node:readline/promises';

/**
 * Asks before credits are spent, but only a person: both streams are terminals. Ctrl-C is a SIGINT here as it is anywhere
 * else. @throws AbortError once the signal is aborted.
 */
export async function isConfirmed(signal: AbortSignal): Promise<boolean> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return true;
  const lines = createInterface({ input: stdin, output: stderr });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await lines.question('Send them? [y/N] ', { signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
