import { spawn, spawnSync, type ChildProcess, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Cost } from './report-cost.ts';

/** The subject has the first processor for itself; whatever stands for other machines shares the second. */
export type Processor = 'subject' | 'others';

/** Where there is no `taskset`, or one processor, nothing is pinned and the figures say so. */
export const CAN_PIN = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

const [SUBJECT, OTHERS] = ['0', '1'];

export interface PinnedOptions {
  readonly processor: Processor;
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Modules loaded first. */
  readonly preload?: readonly URL[];
}

/** Starts a file, in a process of its own, on the processor it belongs to. */
export function startPinned(file: URL | string, options: PinnedOptions): ChildProcess {
  const preload = (options.preload ?? []).flatMap((url) => ['--import', url.href]);
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const command = [process.execPath, ...preload, path, ...(options.arguments ?? [])];
  const pinned = CAN_PIN
    ? ['taskset', '-c', options.processor === 'subject' ? SUBJECT : OTHERS, ...command]
    : command;
  const child = spawn(pinned[0] ?? '', pinned.slice(1), {
    env: { PATH: process.env['PATH'], ...options.environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return child;
}

const STAY_AWAKE = fileURLToPath(new URL('./stay-awake.ts', import.meta.url));

/** Keeps the processor of the others from going idle (see `stay-awake.ts`), where there is `chrt`. `end` ends it. */
export function keepAwake(): ChildProcess | undefined {
  if (!CAN_PIN || spawnSync('chrt', ['--version']).status !== 0) return undefined;
  const words = ['--idle', '0', 'taskset', '-c', OTHERS, process.execPath, STAY_AWAKE];
  return spawn('chrt', words, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** The `port` of the first line of JSON it prints that has one. @throws where it ends before that. */
export async function printedPort({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error('the process has no output to read');
  for await (const line of createInterface(stdout)) {
    const port = line.startsWith('{') ? (JSON.parse(line) as { port?: number }).port : undefined;
    if (port === undefined) continue;
    // A full pipe would hold up whoever logs into it.
    stdout.resume();
    return port;
  }
  throw new Error('the process ended before it listened');
}

/** Says something to a process and waits for what it says next. @throws where it ends before that. */
export async function ask<Reply>(child: ChildProcess, message: Serializable): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const onMessage = (reply: unknown): void => resolve(reply as Reply);
  const onExit = (): void => reject(new Error('a process of the bench ended before it answered'));
  child.once('message', onMessage).once('exit', onExit);
  child.send(message, (error) => {
    if (error !== null) reject(error);
  });
  try {
    return await promise;
  } finally {
    child.off('message', onMessage).off('exit', onExit);
  }
}

export function costOf(child: ChildProcess): Promise<Cost> {
  return ask<Cost>(child, 'cost');
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
