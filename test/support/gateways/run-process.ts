import { spawn } from 'node:child_process';
import { keptCode } from '../kept-code.ts';

/**
 * Nothing but what is named here, and where a run of the tests keeps compiled code, reaches a child: the caller's own
 * keys and settings stay with the caller.
 */
export type ChildEnvironment = Readonly<Record<string, string>>;

export interface ProcessOptions {
  /** The script and its words, for the Node that runs this. */
  readonly words: readonly string[];
  readonly environment: ChildEnvironment;
  readonly folder?: string;
  /** Milliseconds after which it is killed; 60,000 by default. */
  readonly timeoutMs?: number;
}

export interface Finished {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const DEFAULT_TIMEOUT_MS = 180_000;

/** Runs a script to its end. @throws Error where it does not end in time or cannot be started. */
export async function runProcess(options: ProcessOptions): Promise<Finished> {
  const { words, environment, folder, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const child = spawn(process.execPath, words, {
    env: { ...keptCode(), ...environment },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => {
      if (signal === 'SIGKILL') reject(new Error(`${words.join(' ')} did not end within ${timeoutMs} ms`));
      else resolve(exitCode);
    });
  });
  return { code, stdout, stderr };
}
