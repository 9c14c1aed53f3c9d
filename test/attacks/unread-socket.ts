import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { AttackScene } from './attack.ts';

const STATUS = /^HTTP\/1\.1 (\d{3})/;
const REOPEN_EVERY_MS = 100;

export interface UnreadRequest {
  readonly path: string;
  readonly key?: string;
  /** Requests sent at once, none of whose answers is waited for. */
  readonly pipelined: number;
}

/**
 * Opens sockets that send their requests, read up to the first status line and then never again. One that the gateway
 * closes is opened again. All are closed when `holdMs` has passed or the attack ends.
 * @returns once all are closed.
 */
export async function holdUnread(scene: AttackScene, count: number, request: UnreadRequest): Promise<void> {
  const sockets = Array.from({ length: count }, () => openUnread(scene, request));
  const until = performance.now() + scene.holdMs;
  let reopened = 0;
  while (performance.now() < until && !scene.signal.aborted) {
    await wait(REOPEN_EVERY_MS);
    for (const [index, socket] of sockets.entries()) {
      if (!socket.closed) continue;
      sockets[index] = openUnread(scene, request);
      reopened += 1;
    }
  }
  const open = sockets.filter(({ closed }) => !closed).length;
  scene.tally.note(
    `${open} of ${count} unread sockets were open at the end; ${reopened} times one was closed`,
  );
  for (const socket of sockets) socket.destroy();
}

function openUnread({ port, tally }: AttackScene, { path, key, pipelined }: UnreadRequest): Socket {
  const head = [
    `GET ${path} HTTP/1.1`,
    'Host: gateway',
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    '\r\n',
  ].join('\r\n');
  const socket = connect({ port, host: '127.0.0.1' });
  let isCounted = false;
  const count = (what: string): void => {
    if (!isCounted) tally.count(what);
    isCounted = true;
  };
  socket.once('data', (chunk) => {
    socket.pause();
    count(STATUS.exec(chunk.toString('latin1'))?.[1] ?? 'no status');
  });
  // Closed without an answer, in whichever way.
  socket.once('error', () => count('closed'));
  socket.once('close', () => count('closed'));
  socket.write(head.repeat(pipelined));
  return socket;
}
