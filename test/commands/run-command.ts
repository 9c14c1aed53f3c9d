import { vi } from 'vitest';
import { exitCodeFor } from '../../core/argument-error.ts';
import { COMMANDS } from '../../core/commands/command-list.js';
import type { Environment } from '../../core/config.ts';

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command as core/cli.ts does, without a process of its own. One at a time: it captures what this process writes.
 * @param words the command's name, and what follows it. @throws Error where no command has the name.
 */
export async function runCommand(words: readonly string[], environment: Environment): Promise<Finished> {
  const [name, ...rest] = words;
  const listed = COMMANDS.find((command) => command.name === name);
  if (listed === undefined) throw new Error(`There is no command "${name}".`);
  let [stdout, stderr] = ['', ''];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((stdout += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((stderr += String(text)), true)),
  ];
  try {
    const code = await (await listed.load()).run(rest, environment);
    return { code, stdout, stderr };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed';
    return { code: exitCodeFor(error), stdout, stderr: `${stderr}assay ${name}: ${message}\n` };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
