import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ask } from '../../support/servers/child-process.ts';
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
  /** Of Node. */
  readonly flags?: readonly string[];
  /** Modules loaded first. */
  readonly preload?: readonly URL[];
}

/** Starts a file, in a process of its own, on the processor it belongs to. */
export function startPinned(file: URL | string, options: PinnedOptions): ChildProcess {
  const preload = (options.preload ?? []).flatMap((url) => ['--import', url.href]);
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const command = [
    process.execPath,
    ...(options.flags ?? []),
    ...preload,
    path,
    ...(options.arguments ?? []),
  ];
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

export function costOf(child: ChildProcess): Promise<Cost> {
  return ask<Cost>(child, 'cost');
}
