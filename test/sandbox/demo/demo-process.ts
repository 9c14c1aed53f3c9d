import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface DemoProcess {
  readonly output: () => string;
  /** @throws Error where the demo ends before it has printed the text. */
  until(text: string): Promise<void>;
  interrupt(): void;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

/** `assay demo` in an environment that would break a gateway which inherited it. */
export function startDemo(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): DemoProcess {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../core/cli.ts'), 'demo', ...words],
    {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = once(child, 'close').then(() => child.exitCode);
  const until = async (text: string): Promise<void> => {
    while (!output.includes(text)) {
      const more = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)]);
      if (more === undefined && !output.includes(text)) throw new Error(`the demo ended:\n${output}`);
    }
  };
  return { output: () => output, until, interrupt: () => void child.kill('SIGINT'), ended };
}
