import process from 'node:process';
import { createInterface } from 'node:readline';

/** Somebody who can be asked. */
export interface Terminal {
  say(text: string): void;
  /** @throws Error where the person ends it with Ctrl-C or Ctrl-D. */
  ask(prompt: string): Promise<string>;
  close(): void;
}

export interface TerminalStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Lines that may come before they are asked for, as when several are pasted; more than all questions together. */
const MAX_LINES_AHEAD = 256;

/** Undefined where nobody sits there. Questions go to stderr: stdout is for what a command gives. */
export function openTerminal(
  { input, output }: TerminalStreams = { input: process.stdin, output: process.stderr },
): Terminal | undefined {
  if (input.isTTY !== true || output.isTTY !== true) return undefined;
  const reader = createInterface({ input, output });
  const ahead: string[] = [];
  let waiting: PromiseWithResolvers<string> | undefined;
  let isClosed = false;
  reader.on('line', (line) => {
    if (waiting !== undefined) waiting.resolve(line);
    else if (ahead.length < MAX_LINES_AHEAD) ahead.push(line);
    waiting = undefined;
  });
  reader.once('close', () => {
    isClosed = true;
    waiting?.reject(stopped());
  });
  reader.once('SIGINT', () => reader.close());
  return {
    say: (text) => void output.write(text),
    async ask(prompt) {
      const line = ahead.shift();
      if (line !== undefined) {
        output.write(`${prompt}${line}\n`);
        return line;
      }
      if (isClosed) throw stopped();
      waiting = Promise.withResolvers<string>();
      const answer = waiting.promise;
      reader.setPrompt(prompt);
      reader.prompt();
      return answer;
    },
    close: () => reader.close(),
  };
}

function stopped(): Error {
  return new Error('stopped before the last question; nothing was written');
}
