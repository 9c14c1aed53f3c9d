import { vi } from 'vitest';
import type { Command } from '../../core/commands/command.ts';
import type { Environment } from '../../core/config.ts';

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command and what it prints, without a process of its own. @throws what the command throws. */
export async function captured(
  command: Command,
  words: readonly string[],
  environment: Environment,
): Promise<Finished> {
  let [stdout, stderr] = ['', ''];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((stdout += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((stderr += String(text)), true)),
  ];
  try {
    const code = await command.run(words, environment);
    return { code, stdout, stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
