import type { ChildProcess, Serializable } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { createInterface } from 'node:readline';

/** In a child: listens on a free port of loopback, and prints it for `printedPort`. */
export function listenAndPrint(server: Server, backlog?: number): void {
  server.listen({ port: 0, host: '127.0.0.1', backlog }, () => {
    const address = server.address();
    process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`);
  });
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
  const onExit = (): void => reject(new Error('a process ended before it answered'));
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

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
