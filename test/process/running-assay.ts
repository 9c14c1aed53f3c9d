import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../support/gateways/run-gateway.ts';
import type { ChildEnvironment } from '../support/gateways/run-process.ts';
import { keptCode } from '../support/kept-code.ts';

const CLI_SCRIPT = join(ROOT, 'core/cli.ts');

/** An `assay` command while it runs. */
export interface RunningAssay {
  stdout(): string;
  stderr(): string;
  /** @throws Error with the output, if it ends before either stream contains the text. */
  until(text: string | RegExp): Promise<void>;
  interrupt(): void;
  /** The exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

export interface StartOptions {
  readonly environment: ChildEnvironment;
  readonly input?: string;
  /** Runs it on a terminal of its own, whose output is `stdout`. Takes no input. */
  readonly terminal?: boolean;
}

export function startAssay(words: readonly string[], options: StartOptions): RunningAssay {
  const { environment, input = '', terminal = false } = options;
  const command = [process.execPath, CLI_SCRIPT, ...words];
  // script(1) lends a terminal; COLUMNS is no concern of ours, its size is.
  const quoted = command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const [program = '', ...rest] = terminal
    ? ['script', '-qec', `stty cols 100 rows 40; exec ${quoted}`, '/dev/null']
    : command;
  const child = spawn(program, rest, {
    env: {
      ...keptCode(),
      ...environment,
      ...(terminal && { PATH: process.env['PATH'], TERM: 'xterm-256color' }),
    },
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
  if (!terminal) child.stdin.end(input);
  const ended = once(child, 'close').then(() => child.exitCode);
  const until = async (text: string | RegExp): Promise<void> => {
    const hasText = (): boolean => new RegExp(text).test(texts.stdout + texts.stderr);
    while (!hasText()) {
      const more = await Promise.race([
        once(child.stdout, 'data'),
        once(child.stderr, 'data'),
        ended.then(() => undefined),
      ]);
      if (more === undefined && !hasText()) throw new Error(`it ended:\n${texts.stdout}${texts.stderr}`);
    }
  };
  return {
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    until,
    interrupt: () => void child.kill('SIGINT'),
    ended,
  };
}
