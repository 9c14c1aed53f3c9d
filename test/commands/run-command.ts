import { vi } from 'vitest';
import { carryOut, runCommand as run } from '../../core/commands/run-command.ts';
import type { Environment } from '../../core/config.ts';

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command as core/cli.ts does, without a process of its own. Commands take turns, since what this
 * process writes is captured.
 * @param words the command's name, and what follows it.
 */
export async function runCommand(words: readonly string[], environment: Environment): Promise<Finished> {
  return await captured(() => run(words, environment));
}

/** The same. @throws what the command throws. */
export async function carryOutCommand(words: readonly string[], environment: Environment): Promise<Finished> {
  return await captured(() => carryOut(words, environment));
}

let lastTurn: Promise<unknown> = Promise.resolve();

function captured(work: () => Promise<number>): Promise<Finished> {
  const turn = lastTurn.then(() => capture(work));
  lastTurn = turn.catch(() => {});
  return turn;
}

async function capture(work: () => Promise<number>): Promise<Finished> {
  let [stdout, stderr] = ['', ''];
  const listeners = process.stdout.listeners('error');
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((stdout += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((stderr += String(text)), true)),
  ];
  try {
    const code = await work();
    return { code, stdout, stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
    // A command that watches for the end of a pipe leaves that to the end of its process.
    process.stdout.removeAllListeners('error');
    for (const listener of listeners) process.stdout.on('error', listener as () => void);
  }
}
