import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ProcessFigures } from './watch-process.ts';

const WATCH = new URL('./watch-process.ts', import.meta.url).href;

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** Its figures since the last `reset`. */
  figures(message?: 'reset'): Promise<ProcessFigures>;
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
  const port = await portOf(child);
  // A full pipe would hold up whoever logs into it.
  child.stdout?.resume();
  if (options.isBackground === true) setPriority(child.pid ?? 0, BACKGROUND_PRIORITY);
  return {
    url: `http://127.0.0.1:${port}`,
    async figures(message) {
      child.send(message ?? 'report');
      const [figures] = (await once(child, 'message')) as [ProcessFigures];
      return figures;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('the process has no output to read');
  for await (const line of createInterface(child.stdout)) {
    const { port } = JSON.parse(line) as { port?: number };
    if (port !== undefined) return port;
  }
  throw new Error('the process ended before it listened');
}
