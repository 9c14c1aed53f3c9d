import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ask, end, printedPort } from '../../support/servers/child-process.ts';
import type { ProcessFigures } from './watch-process.ts';

const WATCH = new URL('./watch-process.ts', import.meta.url).href;

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** Its figures since the last `reset`. */
  figures(message?: 'report' | 'reset'): Promise<ProcessFigures>;
  stop(): Promise<void>;
}

/** What stands for other machines steps back where there are too few processors for all. */
export const BACKGROUND_PRIORITY = 10;

export interface ProcessOptions {
  readonly isBackground?: boolean;
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Starts a file that prints a line of JSON with its `port` once it listens. @throws where it ends before that. */
export async function startServer(file: URL, options: ProcessOptions = {}): Promise<ServerProcess> {
  const child = fork(fileURLToPath(file), options.arguments ?? [], {
    execArgv: ['--import', WATCH],
    env: { PATH: process.env['PATH'], ...options.environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = await printedPort(child);
  if (options.isBackground === true) setPriority(child.pid ?? 0, BACKGROUND_PRIORITY);
  return {
    url: `http://127.0.0.1:${port}`,
    figures: (message = 'report') => ask<ProcessFigures>(child, message),
    stop: () => end(child),
  };
}
